import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { cssVariablesResolver, theme } from "./theme.ts";

/** The stylesheet of the theme's variables: the Content-Security-Policy allows no inline styles. */
export function themeStylesheet(): string {
  const markup = renderToStaticMarkup(
    createElement(MantineProvider, { theme, cssVariablesResolver, withGlobalClasses: false }),
  );
  const css = /^<style data-mantine-styles="true">([^<]+)<\/style>$/.exec(markup)?.[1];
  if (css === undefined) throw new Error(`Mantine writes no variables, but ${markup}`);
  return css;
}
