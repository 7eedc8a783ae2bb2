import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { denoBinary } from "../../../../supabase/embedded/setup/deno-binary.mjs";
import { CALLER_KEY } from "../../../../supabase/embedded/transcriber/caller-key.ts";
import type { Contender, Entrant } from "../contender.ts";
import { peakMemoryOf } from "../peak-memory.ts";

const script = fileURLToPath(
  new URL("../../../../supabase/embedded/transcriber/transcriber-child.ts", import.meta.url),
);

/** The process with which the embedded backend transcribes. */
export const server: Entrant = { name: "server", open };

async function open(): Promise<Contender> {
  const key = randomUUID();
  const child = spawn(denoBinary(), ["run", "--quiet", "--allow-all", script], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, [CALLER_KEY]: key },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const url = `http://127.0.0.1:${/\d+$/.exec(String(line))?.[0]}/v1/audio/transcriptions`;
  return {
    async transcribe(wav) {
      const body = new FormData();
      body.set("file", new File([wav], "recording.wav", { type: "audio/wav" }));
      body.set("model", "moonshine-base");
      const headers = { authorization: `Bearer ${key}` };
      const reply = await fetch(url, { method: "POST", headers, body });
      if (!reply.ok) throw new Error(`The transcriber answers ${reply.status}`);
      return String(((await reply.json()) as { text: unknown }).text);
    },
    peakMemory: () => peakMemoryOf(child.pid ?? 0),
    async close() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
