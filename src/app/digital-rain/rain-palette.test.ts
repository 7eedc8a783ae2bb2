import { expect, it } from "vitest";
import { contrast, type Rgb, rgb } from "#tests/support/contrast.ts";
import { cssVariablesResolver, PAGE_BACKGROUND, theme } from "../theme/theme.ts";
import { type RainInk, rainPalette } from "./rain-palette.ts";

const THEMES = ["dark", "light"] as const;
const ROLES = ["field_tech", "admin", "super_admin"] as const;

/** The colour that a screen shows when the ink covers the page. */
function shown(ink: RainInk, page: string): Rgb {
  const under = rgb(page);
  return rgb(ink.color).map(
    (value, channel) => value * ink.opacity + (under[channel] ?? 0) * (1 - ink.opacity),
  ) as Rgb;
}

/** The colours of text that lies directly on the page background. */
function textColors(scheme: "dark" | "light"): string[] {
  const variables = cssVariablesResolver({} as Parameters<typeof cssVariablesResolver>[0])[scheme];
  const isDark = scheme === "dark";
  const dimmed = isDark ? theme.colors?.dark?.[2] : variables["--mantine-color-dimmed"];
  const accent = theme.colors?.phosphor?.[isDark ? 4 : 8];
  const names = ["--fa-waiting-text", "--fa-alert-text", "--mantine-color-error"] as const;
  return [dimmed, accent, ...names.map((name) => variables[name])].map(String);
}

const PAGES = THEMES.flatMap((scheme) => ROLES.map((role) => [role, scheme] as const));

it.each(PAGES)("text over the rain of a %s on the %s page is legible", (role, scheme) => {
  const page = PAGE_BACKGROUND[scheme];
  const [head, ...trail] = rainPalette(role, scheme);
  for (const ink of rainPalette(role, scheme)) {
    for (const text of textColors(scheme)) {
      const words = `${text} over ${ink.color}`;
      expect(contrast(rgb(text), shown(ink, page)), words).toBeGreaterThan(4.5);
    }
  }
  const strengths = trail.map((ink) => contrast(shown(ink, page), rgb(page)));
  expect(strengths).toHaveLength(5);
  expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
  expect(trail.at(-1)?.opacity).toBeGreaterThan(0);
  if (role === "field_tech" && scheme === "dark") expect(head?.color).toBe("#ffffff");
});
