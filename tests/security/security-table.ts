import type { Reporter, TestCase, TestModule } from "vitest/node";
import type { SecurityFigures } from "./figures.ts";

/** Prints one table at the end of a run: what was tried, and how many attempts failed the test. */
export default class SecurityTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = new Map<string, Required<SecurityFigures>>();
    for (const line of modules.flatMap(linesOf)) {
      const { tried = 0, failed = 0, seconds = 0, note = "" } = lines.get(line.what) ?? {};
      lines.set(line.what, {
        what: line.what,
        tried: line.tried + tried,
        failed: line.failed + failed,
        seconds: line.seconds + seconds,
        note: line.note || note,
      });
    }
    if (lines.size === 0) return;
    console.log("\nSecurity");
    console.table(
      [...lines.values()].map(({ what, tried, failed, seconds, note }) => ({
        ...{ what, tried, "as it must be": tried - failed, "leaked or broken": failed },
        ...{ seconds: Math.round(seconds), note },
      })),
    );
  }
}

function linesOf(module: TestModule): Required<SecurityFigures>[] {
  const name = module.relativeModuleId.replace(/^tests\/|\.test\.ts$/g, "");
  return [...module.children.allTests()].flatMap((test: TestCase) => {
    const { state } = test.result();
    if (state === "skipped" || state === "pending") return [];
    const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
    const failed = state === "passed" ? 0 : 1;
    const whole = { what: `${name}: tests`, tried: 1, failed, seconds, note: "" };
    const { figures } = test.meta();
    if (!figures) return [whole];
    // The time is that of the whole test, so only its first line counts it.
    const own = figures.map((line, i) => ({ note: "", seconds: i === 0 ? seconds : 0, ...line }));
    return [...own, { ...whole, seconds: 0 }];
  });
}
