import { readdirSync, readFileSync } from "node:fs";
import { AGENT_IDS } from "@contracts/agent.ts";
import { expect, it } from "vitest";
import { contrast, rgb } from "#tests/support/contrast.ts";
import { cssVariablesResolver, PAGE_BACKGROUND, theme } from "./theme.ts";

it("paints the same page background before any script has run as after", () => {
  const css = readFileSync(new URL("./global.css", import.meta.url), "utf8");
  const background = (selector: string) =>
    new RegExp(`\n${selector} \\{\\s*background-color: (#[0-9a-f]{6});`).exec(css)?.[1];
  expect(background("html")).toBe(PAGE_BACKGROUND.dark);
  expect(background("html\\.light")).toBe(PAGE_BACKGROUND.light);
});

it.each(["dark", "light"] as const)("shows the border of a field on the %s page", (scheme) => {
  const variables = cssVariablesResolver({} as Parameters<typeof cssVariablesResolver>[0])[scheme];
  const line = rgb(String(variables["--fa-field-line"]));
  const inside = scheme === "dark" ? theme.colors?.dark?.[6] : variables["--fa-surface"];
  for (const ground of [inside, PAGE_BACKGROUND[scheme]]) {
    expect(contrast(line, rgb(String(ground))), String(ground)).toBeGreaterThan(3);
  }
});

it.each(["dark", "light"] as const)(
  "gives each agent an accent of its own on the %s page",
  (scheme) => {
    const variables = cssVariablesResolver({} as Parameters<typeof cssVariablesResolver>[0])[
      scheme
    ];
    const accents = AGENT_IDS.map((agent) => String(variables[`--fa-${agent}`]));
    expect(new Set(accents).size).toBe(AGENT_IDS.length);
    const surface = scheme === "dark" ? theme.colors?.dark?.[6] : variables["--fa-surface"];
    for (const accent of accents) {
      for (const ground of [surface, PAGE_BACKGROUND[scheme]]) {
        expect(contrast(rgb(accent), rgb(String(ground))), accent).toBeGreaterThan(4.5);
      }
    }
  },
);

it("sets every text in one of six sizes", () => {
  const steps =
    /(?:min\()?var\(--(?:mantine-font-size-(?:xs|sm|md|lg|xl)|fa-title-size)\)(?:, [^)]+\))?/;
  // Relative to a size that is a step, or a text layer over the picture of a page.
  const relative = /^1$|inherit|1em|--input-fz|--font-height/;
  const sheets = readdirSync("src", { recursive: true, encoding: "utf8" });
  const others = sheets
    .filter((name) => name.endsWith(".css"))
    .flatMap((name) =>
      [...readFileSync(`src/${name}`, "utf8").matchAll(/font-size: ([^;]+);/g)].flatMap(
        ([, size = ""]) => (steps.test(size) || relative.test(size) ? [] : [`${name}: ${size}`]),
      ),
    );
  expect(others).toEqual([]);
});
