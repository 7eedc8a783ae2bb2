import type { Reporter, TestCase, TestModule } from "vitest/node";

/** More retries in a run than this fail it: then something is wrong with a test or the product. */
const MOST_RETRIES = 3;

/** Prints every test that was retried by its name, and fails a run with too many of them. */
export default class RetriesReporter implements Reporter {
  readonly #retried = new Map<string, string>();

  onTestCaseResult(test: TestCase): void {
    if ((test.diagnostic()?.retryCount ?? 0) === 0) return;
    const outcome = test.result().state;
    const reason = test.result().errors?.[0]?.message.split("\n")[0] ?? "";
    this.#retried.set(test.id, `${test.module.relativeModuleId} > ${test.fullName}`);
    if (reason !== "") console.warn(`Retried (${outcome}): ${test.fullName}: ${reason}`);
  }

  onTestRunEnd(_modules: readonly TestModule[]): void {
    const names = [...this.#retried.values()];
    console.log(`\nRetried tests: ${names.length}`);
    for (const name of names) console.log(`  ${name}`);
    if (names.length <= MOST_RETRIES) return;
    console.error(`More than ${MOST_RETRIES} tests were retried, so this run has failed.`);
    process.exitCode = 1;
  }
}
