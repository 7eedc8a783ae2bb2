import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AiProvider, startAiProvider } from "../ai-provider/ai-provider.ts";
import { type Backend, freshDataDir, rest, startBackend } from "../backend.ts";
import { writeCameraFilm } from "../camera-film.ts";
import { type CuttableNetwork, startNetwork } from "../cuttable-network.ts";
import { writeSpokenWav } from "../spoken-wav.ts";
import { type ChromiumProcess, startChromium } from "./chromium.ts";

export const PASSWORD = "field-demo";
export const TECHNICIAN = "tech@demo.example";
export const ADMINISTRATOR = "admin@demo.example";

/**
 * The backend, the AI provider and the network in front of them, with one folder for all their
 * files.
 */
export interface Stack {
  backend: Backend;
  provider: AiProvider;
  network: CuttableNetwork;
  /**
   * Starts a browser on a named profile; the same name is the same device. Without a graphics card
   * the digital rain takes as much CPU time as everything else on a page, so it is off unless a
   * test needs it.
   */
  browser(
    profile?: string,
    options?: { rain?: boolean; siteData?: boolean },
  ): Promise<ChromiumProcess>;
  /** Restarts the backend on the same data, with or without the AI provider. */
  restart(options: { withProvider: boolean }): Promise<void>;
  /** Every row of a table, bypassing all policies. */
  rows(table: string, query?: string): Promise<Record<string, unknown>[]>;
  userId(email: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startStack(
  options: {
    withProvider?: boolean;
    env?: Record<string, string>;
    /** Tells the backend that people reach it through the network, so that its links lead there. */
    isPublic?: boolean;
    /** Writes the WAV that plays in a loop as the microphone; absent: a buzz like a voice. */
    writeMicrophone?: (path: string) => void;
  } = {},
): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), "field-agents-e2e-"));
  const microphone = join(folder, "microphone.wav");
  const { writeMicrophone = (path) => writeSpokenWav(path, 6) } = options;
  writeMicrophone(microphone);
  const camera = join(folder, "camera.y4m");
  writeCameraFilm(camera);
  const provider = await startAiProvider();
  const dataDir = await freshDataDir("demo");

  function start(withProvider: boolean): Promise<Backend> {
    const ai: Record<string, string> = withProvider
      ? { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: provider.url }
      : {};
    const reached: Record<string, string> = options.isPublic ? { PUBLIC_URL: network.url } : {};
    return startBackend({ dataDir, env: { ...ai, ...reached, ...options.env } });
  }

  const browsers: ChromiumProcess[] = [];
  const network = await startNetwork("http://127.0.0.1:9");
  const backend = await start(options.withProvider ?? true);
  network.connectTo(backend.url);

  const stack: Stack = {
    backend,
    provider,
    network,
    async browser(profile = "device", { rain = false, siteData = true } = {}) {
      const browser = await startChromium({
        profile: join(folder, profile),
        microphone,
        camera,
        rain,
        siteData,
      });
      browsers.push(browser);
      return browser;
    },
    async restart({ withProvider }) {
      await stack.backend.stop();
      stack.backend = await start(withProvider);
      network.connectTo(stack.backend.url);
    },
    async rows(table, query = "select=*") {
      const reply = await rest<Record<string, unknown>[]>(
        stack.backend,
        "service",
        "GET",
        `${table}?${query}`,
      );
      return reply.body;
    },
    async userId(email) {
      const [profile] = await stack.rows("profiles", `email=eq.${email}&select=id`);
      if (!profile) throw new Error(`Nobody has the address ${email}`);
      return String(profile.id);
    },
    async stop() {
      await Promise.allSettled(browsers.map((browser) => browser.kill()));
      await network.close();
      await stack.backend.stop();
      await provider.stop();
      for (const kept of [folder, dataDir]) rmSync(kept, { recursive: true, force: true });
    },
  };
  return stack;
}
