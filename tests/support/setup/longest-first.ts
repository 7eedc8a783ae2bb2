import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Vitest's order, but files with the tag `long` come first: Vitest knows how long a file takes only
 * if it ran before, and a long file that begins last would run on alone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = new Map(sorted.map((file) => [file, hasTag(file.moduleId, "long")]));
    return sorted.sort((a, b) => Number(isLong.get(b)) - Number(isLong.get(a)));
  }
}

function hasTag(path: string, tag: string): boolean {
  return new RegExp(`^// @module-tag ${tag}$`, "m").test(readFileSync(path, "utf8"));
}
