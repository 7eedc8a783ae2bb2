import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pageBackground } from "./theme.ts";

it("paints the same page before any script as after", () => {
  const css = readFileSync(new URL("./global.css", import.meta.url), "utf8");
  const background = (selector: string) =>
    new RegExp(`\n${selector} \\{\\s*background-color: (#[0-9a-f]{6});`).exec(css)?.[1];
  expect(background("html")).toBe(pageBackground.dark);
  expect(background("html\\.light")).toBe(pageBackground.light);
});
