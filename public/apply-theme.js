// Before the first paint: the theme kept on this device, so that nothing flashes in the other one.
// A file of its own because the Content-Security-Policy allows no inline script.
(() => {
  let theme = "dark";
  try {
    if (localStorage.getItem("theme") === "light") theme = "light";
  } catch {
    // Storage is blocked: the default stands.
  }
  document.documentElement.classList.add(theme);
  document.documentElement.setAttribute("data-mantine-color-scheme", theme);
})();
