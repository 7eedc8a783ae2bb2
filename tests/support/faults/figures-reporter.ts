import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reporter } from "vitest/node";
import { readFigures } from "./figures.ts";

/** Collects the figures of all test processes of a run, and prints them as tables at the end. */
export default class FiguresReporter implements Reporter {
  readonly #begun = performance.now();
  readonly #folder = mkdtempSync(join(tmpdir(), "field-agents-faults-"));

  onInit(): void {
    // The test processes inherit this variable.
    process.env.FAULTS_FIGURES = join(this.#folder, "figures.jsonl");
    writeFileSync(process.env.FAULTS_FIGURES, "");
  }

  onTestRunEnd(): void {
    for (const [title, lines] of readFigures()) {
      console.log(`\n${title}`);
      console.table(lines);
    }
    console.log(`The whole run took ${Math.round((performance.now() - this.#begun) / 1000)} s.`);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
