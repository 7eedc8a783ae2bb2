// Sets the theme kept on this device before the first paint. A file of its own because the
// Content-Security-Policy allows no inline script.
(() => {
  let theme = "dark";
  try {
    if (localStorage.getItem("theme") === "light") theme = "light";
  } catch {
    // Storage is blocked: the default stands.
  }
  const html = document.documentElement;
  html.classList.add(theme);
  html.dataset.mantineColorScheme = theme;
})();
