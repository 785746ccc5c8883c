// Before anything is drawn: whether the page's first view, which stands in it as a still (www/still.html), is what will come.
// It is for whoever comes for the first time, to the workspace itself, in English.
(() => {
  let stored = true;
  try {
    stored = Object.keys(localStorage).some((key) => key.startsWith("joinscope:"));
  } catch {
    // A sandboxed frame has no storage, and what is there cannot be asked.
  }
  const { search, hash } = location;
  const chinese = navigator.language.toLowerCase().startsWith("zh");
  if (!stored && !chinese && search === "" && (hash === "" || hash === "#" || hash === "#workspace")) document.documentElement.className = "first";
})();
