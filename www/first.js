// Before anything is drawn: whether the page's first view, which stands in it as a still (www/still.html), is what will come.
// It is for whoever comes for the first time, to the workspace itself, in English; and there is one of two layouts.
(() => {
  let stored = true;
  try {
    stored = Object.keys(localStorage).some((key) => key.startsWith("joinscope:"));
  } catch {
    // A sandboxed frame has no storage, and what is there cannot be asked.
  }
  const { search, hash } = location;
  const chinese = navigator.language.toLowerCase().startsWith("zh");
  const layout = innerWidth >= 1200 ? "wide" : innerWidth < 600 ? "phone" : null;
  if (stored || chinese || layout === null || search !== "" || !["", "#", "#workspace"].includes(hash)) return;
  const still = document.createElement("div");
  still.id = "still";
  still.inert = true;
  still.ariaHidden = "true";
  still.append(document.getElementById(`still-${layout}`).content);
  // The picture comes first: what is read beside it, with a frame of its own.
  still.className = "soon";
  requestAnimationFrame(() => requestAnimationFrame(() => (still.className = "")));
  document.body.append(still);
})();
