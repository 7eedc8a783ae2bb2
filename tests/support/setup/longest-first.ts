import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute or more, the longest first: begun last, they would run on alone. */
const LONG = [
  "policies/on-pglite",
  "policies/on-postgres",
  "embedded/restarting",
  "embedded/refusals",
  "e2e/interface-technician",
  "e2e/voice-faults",
  "e2e/interface-visitor",
  "e2e/agents-refusals",
  "e2e/knowledge-files",
].map((name) => `/tests/${name}.test.ts`);

/** The order of Vitest, which knows how long a file takes only where it ran before, after the long ones. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? LONG.length : found;
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
