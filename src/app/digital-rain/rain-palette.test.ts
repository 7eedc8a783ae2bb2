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
  const dimmed = {
    dark: theme.colors?.dark?.[2],
    light: variables["--mantine-color-dimmed"],
  }[scheme];
  const accent = theme.colors?.phosphor?.[scheme === "dark" ? 4 : 8];
  const colors = [
    dimmed,
    accent,
    variables["--fa-waiting-text"],
    variables["--fa-alert-text"],
    variables["--mantine-color-error"],
  ];
  return colors.map((color) => String(color));
}

const PAGES = THEMES.flatMap((scheme) => ROLES.map((role) => [role, scheme] as const));

it.each(PAGES)("text keeps AA contrast over the rain of a %s on the %s page", (role, scheme) => {
  for (const ink of rainPalette(role, scheme)) {
    const behind = shown(ink, PAGE_BACKGROUND[scheme]);
    for (const text of textColors(scheme)) {
      expect(contrast(rgb(text), behind), `${text} over ${ink.color}`).toBeGreaterThan(4.5);
    }
  }
});

it.each(PAGES)("the rain of a %s has its colour on the %s page, and fades", (role, scheme) => {
  const trail = rainPalette(role, scheme).slice(1);
  const page = PAGE_BACKGROUND[scheme];
  const strengths = trail.map((ink) => contrast(shown(ink, page), rgb(page)));
  expect(strengths).toHaveLength(5);
  expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
  expect(trail.at(-1)?.opacity).toBeGreaterThan(0);
  const [r, g, b] = rgb(trail[0]?.color ?? "");
  const hue = {
    field_tech: g > r && g > b,
    admin: r > 2 * b && g > 2 * b && g > 0.7 * r,
    super_admin: r > 2 * g && r > 2 * b,
  };
  expect(hue[role]).toBe(true);
  if (role === "field_tech" && scheme === "dark") {
    expect(rainPalette(role, scheme)[0]?.color).toBe("#ffffff");
  }
});
