// <join-scope>: a stream-stream join to be stepped, in any page. See README.md.

import init, { Scope } from "./joinscope_element.js";
import { css } from "./style.js";

const PRESENTATION = ["step", "theme", "lang", "readonly", "controls", "view"];
/** A link with a scenario or a lesson in it; before it, how it is shown. */
const LINK = /^[^{]*?(?:\?([^#]*))?#(?:[^#]*&)?[sl]=/;
const EVENTS = new Set(["ready", "step", "resize", "error", "answer"]);

/** The wasm is loaded once for all elements of a page, with the first of them. */
let loaded;
const load = () => (loaded ??= init());

let sheet;
/** A constructed sheet: a host's policy for styles does not concern it. */
function style() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

export class JoinScope extends HTMLElement {
  static observedAttributes = ["scenario", ...PRESENTATION];

  #scope;
  #shown = { step: 0, steps: 0 };
  #started = 0;

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style()];
  }

  connectedCallback() {
    // A parser may give the children after the element.
    queueMicrotask(() => this.isConnected && this.#start());
  }

  disconnectedCallback() {
    this.#started++;
    this.#end();
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#scope || before === now) return;
    if (name === "step" && now !== null) this.seek(Number(now));
    else if (name === "theme") this.#ask({ type: "theme", theme: now ?? "auto" });
    else if (name === "lang") this.#ask({ type: "lang", lang: now ?? "auto" });
    else this.#start();
  }

  /** The step shown, 0 to `steps`. Setting it shows another one. */
  get step() { return this.#shown.step; }
  set step(step) { this.seek(step); }

  get steps() { return this.#shown.steps; }

  /** Shows another scenario, or a lesson: a file's text, its object, or a link. */
  load(scenario, step) {
    this.#ask({ type: "load", scenario, step });
  }

  seek(step) {
    this.#ask({ type: "seek", step });
  }

  play() { this.#ask({ type: "play" }); }
  pause() { this.#ask({ type: "pause" }); }

  #ask(message) {
    this.#scope?.ask(JSON.stringify({ joinscope: 1, ...message }));
  }

  async #start() {
    const started = ++this.#started;
    const [text] = await Promise.all([this.#text(), load()]).catch((error) => {
      this.#say({ type: "error", text: String(error?.message ?? error) });
      return [];
    });
    // Another start, or the end, came meanwhile.
    if (text === undefined || started !== this.#started) return;
    this.#end();
    // A link says how it is shown, and the attributes say it better.
    const query = new URLSearchParams(LINK.exec(text)?.[1]);
    query.set("embed", "1");
    for (const name of PRESENTATION) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name));
    const root = document.createElement("div");
    root.className = "joinscope-root";
    this.shadowRoot.replaceChildren(root);
    this.#scope = new Scope(root, query.toString(), text, (json) => this.#say(JSON.parse(json)));
  }

  #end() {
    this.#scope?.end();
    this.#scope = undefined;
    this.shadowRoot.replaceChildren();
  }

  /** The scenario or lesson: the attribute's (JSON, a link, or a file's address), else the text between the tags. */
  async #text() {
    const given = (this.getAttribute("scenario") ?? this.textContent ?? "").trim();
    if (given === "" || given.startsWith("{") || LINK.test(given) || given.startsWith("z:")) return given;
    const response = await fetch(new URL(given, document.baseURI));
    if (!response.ok) throw new Error(`${given}: ${response.status} ${response.statusText}`);
    return response.text();
  }

  #say({ joinscope, type, ...detail }) {
    if (!EVENTS.has(type)) return;
    if ("step" in detail) this.#shown = { step: detail.step, steps: detail.steps };
    // They do not bubble: the window has a "resize" and an "error" of its own.
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

if (!customElements.get("join-scope")) customElements.define("join-scope", JoinScope);
