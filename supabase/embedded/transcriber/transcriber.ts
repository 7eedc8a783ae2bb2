import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { proxy } from "hono/proxy";
import { OWN_TRANSCRIBER } from "#supabase/functions/_shared/ai/prices.ts";
import { GREATEST_REAL_TIME_FACTOR } from "#supabase/functions/_shared/contracts/voice-transcribe.ts";
import { endWithin, NODE_MODULES, readPort, startDeno } from "../functions/deno-child.ts";
import { listen } from "../http/listen.ts";
import type { Settings } from "../setup/settings.ts";
import { CALLER_KEY, hasKey, LOOPBACK, refusal } from "./caller-key.ts";
import { modelFiles } from "./speech-models.ts";

const script = fileURLToPath(new URL("./transcriber-child.ts", import.meta.url));

/** How long the process may take to end when it is asked to, in milliseconds. */
const PATIENCE = 1000;

/** What a caller waits when the process crashes, in seconds. */
const CRASH_PAUSE = 5;

/**
 * The backend's own transcriber, for when no provider is set: passes recordings on to a process that is
 * started for the first one, and ended when it was idle for some time.
 * @returns null, after it has said so, when files of the model cannot be read
 */
export async function openTranscriber({
  speechModelsDir,
  transcribeIdleSeconds,
}: Pick<Settings, "speechModelsDir" | "transcribeIdleSeconds">) {
  const missing = await firstMissing(Object.values(modelFiles("base", speechModelsDir)));
  if (missing !== null) {
    console.warn(`Speech is not transcribed, because a file cannot be read: ${missing}`);
    return null;
  }
  const key = crypto.randomUUID();
  let running: { child: Deno.ChildProcess; port: Promise<number> } | undefined;
  let inFlight = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  function start() {
    const child = startDeno({
      permissions: [
        "--allow-net=127.0.0.1",
        "--allow-env",
        `--allow-read=${NODE_MODULES},${speechModelsDir}`,
      ],
      script,
      args: [speechModelsDir],
      env: { [CALLER_KEY]: key },
      // Nobody waits for a transcription, and everybody for the rest.
      isInBackground: true,
    });
    const started = { child, port: readPort(child, console.log) };
    started.port.catch(() => {});
    void child.status.then(() => {
      if (running === started) running = undefined;
    });
    return started;
  }

  /** Ends the process, whose model takes hundreds of megabytes; it can be started again. */
  async function end(): Promise<void> {
    const last = running;
    if (!last) return;
    running = undefined;
    last.child.stdin.close().catch(() => {});
    await endWithin(last.child, PATIENCE);
  }

  const server = await listen(LOOPBACK, async (request) => {
    if (!hasKey(request, key)) return refusal(401, "Only the backend calls the transcriber.");
    clearTimeout(idle);
    inFlight += 1;
    try {
      running ??= start();
      const { pathname } = new URL(request.url);
      const { signal } = request;
      const port = await running.port;
      return await proxy(`http://127.0.0.1:${port}${pathname}`, { raw: request, signal });
    } catch (error) {
      if (!request.signal.aborted) console.error("The transcriber failed:", error);
      return refusal(503, "The transcriber stopped.", CRASH_PAUSE);
    } finally {
      inFlight -= 1;
      if (inFlight === 0) {
        idle = setTimeout(() => void end(), transcribeIdleSeconds * 1000);
      }
    }
  });

  return {
    /** Environment variables that lead the server functions to it. */
    variables: {
      AI_TRANSCRIBE_BASE_URL: `${server.address}/v1`,
      AI_TRANSCRIBE_API_KEY: key,
      AI_TRANSCRIBE_MODEL: OWN_TRANSCRIBER,
      // The work took .16 to .22 of a recording's length on two cores, and .45 where four processes
      // wanted each of them.
      AI_TRANSCRIBE_REAL_TIME_FACTOR: String(GREATEST_REAL_TIME_FACTOR),
    },
    async stop(): Promise<void> {
      await server.stop(0);
      clearTimeout(idle);
      await end();
    },
  };
}

async function firstMissing(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const file = await open(path).catch(() => null);
    const isFile = (await file?.stat())?.isFile() ?? false;
    await file?.close();
    if (!isFile) return path;
  }
  return null;
}
