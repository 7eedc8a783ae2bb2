// Shows the drawn page before the first paint, where it is true for the person signed in here, until
// the app shows the page itself, which then gets the last tap on a button of the drawn one. A file of
// its own because the Content-Security-Policy allows no inline script.
(() => {
  const html = document.documentElement;
  let paths = "";
  try {
    paths = localStorage.getItem("shells") ?? "";
  } catch {
    // Storage is blocked: nobody is signed in.
  }
  if (paths.split(" ").includes(location.pathname)) html.dataset.shell = "";

  document.addEventListener("click", keepTap);
  // The app's first heading comes with the page.
  const watch = new MutationObserver(() => {
    if (document.querySelector("#root h1") !== null) end();
  });
  watch.observe(html, { childList: true, subtree: true });

  function keepTap({ target }) {
    const button = target.closest("#shell button");
    if (button === null) return;
    document.querySelector("#shell [aria-busy]")?.removeAttribute("aria-busy");
    button.setAttribute("aria-busy", "true");
  }

  function end() {
    watch.disconnect();
    document.removeEventListener("click", keepTap);
    const shell = document.getElementById("shell");
    delete html.dataset.shell;
    shell.remove();
    const tapped = shell.querySelector("[aria-busy]");
    if (tapped === null) return;
    const same = (button) => nameOf(button) === nameOf(tapped);
    [...document.querySelectorAll("#root button")].find(same)?.click();
  }

  function nameOf(button) {
    return button.getAttribute("aria-label") ?? button.textContent;
  }
})();
