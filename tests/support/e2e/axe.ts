import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

const packages = createRequire(import.meta.url);
const source = readFileSync(
  createRequire(packages.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** What axe finds on a page as it is now, in sentences. */
export async function axeTrouble(page: Page): Promise<string[]> {
  // Brought into a document once: the builder does so twice for every look, half of all its time.
  const axeSource = `if (window.axe === undefined) { ${source} }`;
  const { violations } = await new AxeBuilder({ page, axeSource })
    // Legacy mode opens no page of its own, which frames alone would need.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `axe ${id}: ${node.html.slice(0, 160)}`),
  );
}
