import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Weights } from "#understanding/speech/model/model-files.ts";
import { denoBinary } from "../../../../supabase/embedded/setup/deno-binary.mjs";
import type { Contender, Entrant } from "../contender.ts";
import { peakMemoryOf } from "../peak-memory.ts";

const script = fileURLToPath(new URL("model-child.ts", import.meta.url));

/** The pure library under Deno, in a process of its own, so that its memory is known. */
export function model(size: Weights): Entrant {
  return { name: `model ${size}`, open: () => open(size) };
}

async function open(size: Weights): Promise<Contender> {
  const child = spawn(denoBinary(), ["run", "--quiet", "--allow-all", script, size], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async transcribe(wav) {
      child.stdin.write(`${Buffer.from(wav).toString("base64")}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("The process of the model has ended.");
      return String(JSON.parse(value));
    },
    peakMemory: () => peakMemoryOf(child.pid ?? 0),
    async close() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
