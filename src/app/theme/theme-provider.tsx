import { MantineContext, MantineThemeProvider } from "@mantine/core";
import { type ReactNode, useLayoutEffect } from "react";
import { theme } from "./theme.ts";

function leaveToPreferences(): never {
  throw new Error("The colour scheme is a preference of this device: use setTheme.");
}

const SETTINGS = {
  setColorScheme: leaveToPreferences,
  clearColorScheme: leaveToPreferences,
  getRootElement: () => document.documentElement,
  classNamesPrefix: "mantine",
  cssVariablesSelector: ":root",
  withStaticClasses: true,
};

/** Gives Mantine's components the theme; the build makes its stylesheet, 3 kB less to load. */
export function ThemeProvider(props: { scheme: "dark" | "light"; children: ReactNode }) {
  const { scheme, children } = props;
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.remove(scheme === "dark" ? "light" : "dark");
    root.classList.add(scheme);
    root.setAttribute("data-mantine-color-scheme", scheme);
    root.setAttribute("data-respect-reduced-motion", String(theme.respectReducedMotion === true));
  }, [scheme]);
  return (
    <MantineContext value={{ ...SETTINGS, colorScheme: scheme }}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
