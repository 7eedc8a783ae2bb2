// Shows the drawn page before the first paint, where it is true for the person signed in here, until
// the app shows the page itself, which then gets the last tap on a button or link of the drawn one:
// a link that the browser followed would load the app a second time. A file of its own because the
// Content-Security-Policy allows no inline script.
(() => {
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

  document.addEventListener("click", keepTap);
  // The app's first heading comes with the page.
  const watch = new MutationObserver(() => {
    if (document.querySelector("#root h1") !== null) end();
  });
  watch.observe(html, { childList: true, subtree: true });

  function keepTap(event) {
    const tapped = event.target.closest("#shell :is(a, button)");
    if (tapped === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    document.querySelector("#shell [aria-busy]")?.removeAttribute("aria-busy");
    tapped.setAttribute("aria-busy", "true");
  }

  function end() {
    watch.disconnect();
    document.removeEventListener("click", keepTap);
    const shell = document.getElementById("shell");
    delete html.dataset.shell;
    shell.remove();
    const tapped = shell.querySelector("[aria-busy]");
    if (tapped === null) return;
    const same = (element) => nameOf(element) === nameOf(tapped);
    [...document.querySelectorAll(`#root ${tapped.localName}`)].find(same)?.click();
  }

  function nameOf(element) {
    return element.getAttribute("aria-label") ?? element.textContent;
  }
})();
