// Shows the drawn page before the first paint, where it is true for the person signed in here, until
// the app shows the page itself, which then gets the last tap on a button or link of the drawn one:
// a link that the browser followed would load the app a second time. A file of its own because the
// Content-Security-Policy allows no inline script.
(() => {
  /** How long the app's own page may wait, in ms, behind one that has more to show. */
  const PATIENCE_MS = 3000;
  const html = document.documentElement;
  let paths = "";
  try {
    paths = localStorage.getItem("shells") ?? "";
  } catch {
    // Storage is blocked: nobody is signed in.
  }
  // It is drawn without the filters that an address can have.
  const isPlain = location.search === "";
  if (isPlain && paths.split(" ").includes(location.pathname)) html.dataset.shell = "";

  const modules = document.currentScript.dataset.modules.split(" ");
  // Not before the drawn page has been read, because its first paint would wait for their answers.
  document.addEventListener("readystatechange", () => modules.forEach(loadModule), { once: true });
  document.addEventListener("click", keepTap);
  let lastMoment = 0;
  const watch = new MutationObserver(() => {
    // The app's first heading comes with the page.
    if (document.querySelector("#root h1") === null) return;
    // Entries in the drawn page stay until the app shows them.
    const isAhead =
      document.querySelector("#shell [data-id]") !== null &&
      document.querySelector("#root [data-loading]") !== null;
    if (!isAhead) end();
    else if (lastMoment === 0) lastMoment = setTimeout(end, PATIENCE_MS);
  });
  watch.observe(html, { childList: true, subtree: true });

  function loadModule(path) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = path;
    document.head.append(link);
  }

  function keepTap(event) {
    const tapped = event.target.closest("#shell :is(a, button, summary)");
    if (tapped === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    document.querySelector("#shell [aria-busy='true']")?.removeAttribute("aria-busy");
    tapped.setAttribute("aria-busy", "true");
  }

  function end() {
    watch.disconnect();
    clearTimeout(lastMoment);
    document.removeEventListener("click", keepTap);
    const shell = document.getElementById("shell");
    delete html.dataset.shell;
    shell.remove();
    const tapped = shell.querySelector("[aria-busy='true']");
    if (tapped === null) return;
    // The same element of the same row, among those of one name.
    const alike = (page) =>
      [...page.querySelectorAll(tapped.localName)].filter(
        (each) => nameOf(each) === nameOf(tapped) && rowOf(each) === rowOf(tapped),
      );
    const root = document.getElementById("root");
    const place = alike(shell).indexOf(tapped);
    const handOn = () => {
      const own = alike(root)[place];
      own?.click();
      return own !== undefined;
    };
    if (handOn()) return;
    // A slow app shows its page before its entries. The tap waits for its entry, unless the person
    // does something else first.
    const comes = new MutationObserver(() => {
      if (handOn()) comes.disconnect();
    });
    comes.observe(root, { childList: true, subtree: true });
    for (const input of ["pointerdown", "keydown"]) {
      document.addEventListener(input, () => comes.disconnect(), { capture: true, once: true });
    }
  }

  function nameOf(element) {
    return element.getAttribute("aria-label") ?? element.textContent;
  }

  function rowOf(element) {
    return element.closest("[data-id]")?.dataset.id;
  }
})();
