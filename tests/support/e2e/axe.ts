import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { untilStill } from "./settled.ts";

type Results = Awaited<ReturnType<AxeBuilder["analyze"]>>;

const packages = createRequire(import.meta.url);
const source = readFileSync(
  createRequire(packages.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** The problems that axe finds on a page as it is now, one line each. */
export async function axeTrouble(page: Page): Promise<string[]> {
  await untilStill(page);
  // Once per document: the builder sends the source to the page twice for every check.
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(source);
  return page.evaluate(async () => {
    const { run } = Reflect.get(window, "axe") as { run(options: object): Promise<Results> };
    // Style sheets are loaded again only for a rule that is off unless it is asked for.
    const { violations } = await run({ resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `axe ${id}: ${node.html.slice(0, 160)}`),
    );
  });
}
