// The address has the state of the page: #SECTION?NAME=VALUE&... A part of the page
// calls state.on with a function that shows the state, which runs when the address
// changes and once at the begin.
const state = {
  values: new URLSearchParams(),
  shown: [],
  section: "",

  read() {
    const [section, query] = location.hash.slice(1).split(/\?(.*)/s);
    state.section = section;
    state.values = new URLSearchParams(query || "");
  },
  get: (name) => state.values.get(name) ?? "",

  // set changes values; those that are empty are removed. A long value, such as a
  // hostile name of a model, has no place in an address. With a step, the browser's
  // key "back" returns to the state before.
  set(section, changes, step = false) {
    for (const [name, value] of Object.entries(changes)) {
      if (value == null || value === "" || value === false || String(value).length > 500) state.values.delete(name);
      else state.values.set(name, value === true ? "1" : value);
    }
    state.section = section;
    const query = state.values.toString(), to = "#" + section + (query && "?" + query);
    if (to === location.hash) return;
    history[step ? "pushState" : "replaceState"](null, "", to);
  },

  on(show) {
    state.shown.push(show);
    return show();
  },

  go() {
    const section = /^[a-z]+$/.test(state.section) && $(state.section);
    if (!section || section.hidden || section.tagName !== "SECTION") return;
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  },
};
state.read();
addEventListener("popstate", () => {
  const before = state.section;
  state.read();
  for (const show of state.shown) show();
  if (state.section !== before) state.go();
});
// A link to a section keeps the rest of the state.
document.addEventListener("click", (e) => {
  const to = e.target.closest?.('a[href^="#"]')?.getAttribute("href").slice(1);
  if (!to || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  state.set(to, {}, true);
  state.go();
});

// Copies text. A page that did not come from a disk or a secure address has no
// navigator.clipboard.
async function copy(s) {
  try {
    await navigator.clipboard.writeText(s);
    return true;
  } catch {
    const area = el("textarea", { class: "away", "aria-hidden": "true" });
    area.value = s;
    (document.querySelector("dialog[open]") || document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
