import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killAll, processTree } from "../process-tree.ts";

/** Makes the folder for the backends that the workers share among their files, and ends them. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "field-agents-shared-"));
  process.env.SHARED_BACKENDS = folder;
  return () => {
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".pid"))) {
      killAll(processTree(Number(readFileSync(join(folder, name), "utf8"))));
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
