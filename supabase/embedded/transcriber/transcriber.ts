import { fileURLToPath } from "node:url";
import { proxy } from "hono/proxy";
import { OWN_TRANSCRIBER } from "#supabase/functions/_shared/ai/prices.ts";
import { GREATEST_REAL_TIME_FACTOR } from "#supabase/functions/_shared/contracts/voice-transcribe.ts";
import { endWithin, NODE_MODULES, servingProcess, startDeno } from "../functions/deno-child.ts";
import { listen } from "../http/listen.ts";
import type { Settings } from "../setup/settings.ts";
import { CALLER_KEY, hasKey, refusal } from "./caller-key.ts";
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
  for (const path of Object.values(modelFiles("base", speechModelsDir))) {
    const file = await Deno.stat(path).catch(() => null);
    if (file?.isFile) continue;
    console.warn(`Speech is not transcribed, because a file cannot be read: ${path}`);
    return null;
  }
  const key = crypto.randomUUID();
  let inFlight = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const start = () =>
    startDeno({
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
  const serving = servingProcess("The transcriber", start, console.log);

  /** Ends the process, whose model takes hundreds of megabytes; it can be started again. */
  async function end(): Promise<void> {
    const last = serving.take();
    last?.stdin.close().catch(() => {});
    if (last) await endWithin(last, PATIENCE);
  }

  const server = await listen({ host: "127.0.0.1", port: 0 }, async (request) => {
    if (!hasKey(request, key)) return refusal(401, "Only the backend calls the transcriber.");
    clearTimeout(idle);
    inFlight += 1;
    try {
      const { pathname } = new URL(request.url);
      const { signal } = request;
      const port = await serving.port();
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
    /**
     * Transcribes a recording and drops the text: the model is then loaded before the first real recording.
     * @param path a WebM file
     */
    async warmUp(path: string): Promise<void> {
      const body = new FormData();
      body.set("model", OWN_TRANSCRIBER);
      body.set("response_format", "json");
      body.set("file", new File([await Deno.readFile(path)], "note.webm", { type: "audio/webm" }));
      const headers = { authorization: `Bearer ${key}` };
      const url = `${server.address}/v1/audio/transcriptions`;
      await (await fetch(url, { method: "POST", headers, body })).body?.cancel();
    },
    async stop(): Promise<void> {
      await server.stop(0);
      clearTimeout(idle);
      await end();
    },
  };
}
