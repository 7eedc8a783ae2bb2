import type { Reporter, TestCase, TestModule } from "vitest/node";
import type { SecurityFigures } from "#tests/security/figures.ts";

/** Prints one table at the end of a run: what was tried, and how many attempts failed the test. */
export default class SecurityTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = new Map<string, Required<SecurityFigures>>();
    for (const line of modules.flatMap(linesOf)) {
      const before = lines.get(line.what);
      lines.set(line.what, {
        what: line.what,
        tried: line.tried + (before?.tried ?? 0),
        failed: line.failed + (before?.failed ?? 0),
        seconds: line.seconds + (before?.seconds ?? 0),
        note: line.note || (before?.note ?? ""),
      });
    }
    if (lines.size === 0) return;
    console.log("\nSecurity");
    console.table(
      [...lines.values()].map(({ what, tried, failed, seconds, note }) => ({
        what,
        tried,
        "as it must be": tried - failed,
        "leaked or broken": failed,
        seconds: Math.round(seconds),
        note,
      })),
    );
  }
}

function linesOf(module: TestModule): Required<SecurityFigures>[] {
  const tests = [...module.children.allTests()].filter(
    (test) => test.result().state !== "skipped" && test.result().state !== "pending",
  );
  const name = module.relativeModuleId.replace(/^tests\/|\.test\.ts$/g, "");
  return tests.flatMap((test) => {
    const { figures } = test.meta();
    const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
    const whole = { what: `${name}: tests`, tried: 1, failed: failed(test), seconds, note: "" };
    // The time is that of the whole test, so only its first line counts it.
    const counted = figures?.map((line, i) => ({
      note: "",
      seconds: i === 0 ? seconds : 0,
      ...line,
    }));
    return counted ? [...counted, { ...whole, seconds: 0 }] : [whole];
  });
}

function failed(test: TestCase): number {
  return test.result().state === "passed" ? 0 : 1;
}
