import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const WORKER = "service-worker.js";

/** The list of files that Workbox has written into the worker's code, as JSON. */
const LIST = /\[\{"revision":.*?\}\]/;

/** Gives the worker's code its own file: mostly only its list of files changes in a release. */
export function splitWorker(): Plugin {
  let folder = "";
  let isBuilt = false;
  return {
    name: "field-agents:split-worker",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    writeBundle() {
      isBuilt = true;
    },
    closeBundle: {
      // After the plugin that writes the worker.
      order: "post",
      sequential: true,
      async handler() {
        // After an error there are no files, and the build reports that error.
        if (!isBuilt) return;
        const whole = await readFile(join(folder, WORKER), "utf8");
        const list = LIST.exec(whole)?.[0];
        if (list === undefined) throw new Error(`${WORKER} has no list of files`);
        const code = whole.replace(list, () => "self.filesOfApp");
        const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
        const file = `assets/worker-${hash}.js`;
        await writeFile(join(folder, file), code);
        await writeFile(
          join(folder, WORKER),
          `self.filesOfApp=${list};importScripts("/${file}");\n`,
        );
      },
    },
  };
}
