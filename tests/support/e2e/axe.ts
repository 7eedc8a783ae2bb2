import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { untilStill } from "./settled.ts";

const packages = createRequire(import.meta.url);
const source = readFileSync(
  createRequire(packages.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** The problems that axe finds on a page as it is now, one line each. */
export async function axeTrouble(page: Page): Promise<string[]> {
  await untilStill(page);
  // The source is injected once per document: the builder injects it twice for every check, which
  // takes half of the time.
  const axeSource = `if (window.axe === undefined) { ${source} }`;
  const { violations } = await new AxeBuilder({ page, axeSource })
    // Legacy mode opens no extra page, which only frames would need.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `axe ${id}: ${node.html.slice(0, 160)}`),
  );
}
