import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { type AiProvider, startAiProvider } from "../ai-provider/ai-provider.ts";
import { type Backend, copyDataTemplate, freshDataDir, rest, startBackend } from "../backend.ts";
import { type CuttableNetwork, startNetwork } from "../cuttable-network.ts";
import { writeSpokenWav } from "../spoken-wav.ts";
import { type ChromiumProcess, startChromium } from "./chromium.ts";
import { addCompany, type Company, DEMO } from "./company.ts";

export const PASSWORD = DEMO_PASSWORD;
export const TECHNICIAN = DEMO.technician;

/** The column that says to which company a row belongs. */
const OWNED_BY_COMPANY: ReadonlySet<string> = new Set([
  ...["agent_logs", "knowledge_base", "knowledge_chunks"],
  ...["ai_prompt_settings", "vocabulary_terms", "golden_questions", "answer_feedback"],
  ...["answer_reviews", "account_resets", "entry_changes"],
  ...["jobs", "job_import_tokens", "webhooks", "webhook_deliveries"],
]);
const OWNED_BY_PERSON: ReadonlySet<string> = new Set([
  "ask_agent_conversations",
  "label_agent_conversations",
]);

/** A company in a backend, the AI provider, the network in front of them, and browsers. */
export interface Stack extends Pick<Company, "technician" | "administrator"> {
  backend: Backend;
  provider: AiProvider;
  network: CuttableNetwork;
  /** Nobody else uses this company. */
  company: Company;
  superAdministrator: string;
  /**
   * Starts a browser on a named profile; the same name is the same device. Without a graphics card
   * the digital rain takes as much CPU time as everything else on a page, so it is off unless a
   * test needs it.
   */
  browser(
    profile?: string,
    options?: { rain?: boolean; siteData?: boolean },
  ): Promise<ChromiumProcess>;
  /** Restarts the stack's own backend on the same data, with or without the AI provider. */
  restart(options: { withProvider: boolean }): Promise<void>;
  /** The company's rows of a table, or all rows of a table without companies, past all policies. */
  rows(table: string, query?: string): Promise<Record<string, unknown>[]>;
  userId(email: string): Promise<string>;
  /** Writes rows past all policies. @throws when the server refuses them */
  write(method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<void>;
  browserOf(page: Page): ChromiumProcess;
  stop(): Promise<void>;
}

export interface StackOptions {
  withProvider?: boolean;
  /** Starts a backend for this stack alone, which the test may stop, change and restart. */
  ownBackend?: boolean;
  env?: Record<string, string>;
  /** Tells an own backend that people reach it through the network, so that its links lead there. */
  isPublic?: boolean;
  /** Writes the WAV that plays in a loop as the microphone; absent: a buzz like a voice. */
  writeMicrophone?: (path: string) => void;
}

/**
 * Provides a company in the worker's shared backend, or a backend of its own with the demo's.
 * @param stack becomes the stack
 */
export async function startStack(options: StackOptions = {}, stack = {} as Stack): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), "field-agents-e2e-"));
  const microphone = join(folder, "microphone.wav");
  const { writeMicrophone = (path) => writeSpokenWav(path, 6) } = options;
  writeMicrophone(microphone);
  const camera = join(folder, "camera.y4m");
  writeCameraFilm(camera);
  const network = await startNetwork("http://127.0.0.1:9");
  const own = needsOwnBackend(options) ? await startOwnBackend(options, network.url) : null;
  const place = own ?? (await enterSharedBackend(options.withProvider ?? true));
  network.connectTo(place.backend.url);
  const { company, provider } = place;

  const browsers = new Map<string, ChromiumProcess>();
  const started: Stack = {
    ...{ backend: place.backend, provider, network, company },
    technician: company.technician,
    administrator: company.administrator,
    superAdministrator: company.superAdministrator,
    async browser(name = "device", { rain = false, siteData = true } = {}) {
      const profile = join(folder, name);
      // A failed attempt leaves its browser running. The next attempt begins with nothing of it.
      const left = browsers.get(name);
      if (left?.isRunning() === true) {
        await left.kill();
        rmSync(profile, { recursive: true });
        // It may have been cut by that attempt.
        network.restore();
      }
      const browser = await startChromium({ profile, microphone, camera, rain, siteData });
      browsers.set(name, browser);
      return browser;
    },
    async restart({ withProvider }) {
      if (own === null) throw new Error("Other files use this backend: ask for an own one.");
      await stack.backend.stop();
      stack.backend = await own.restart(withProvider);
      network.connectTo(stack.backend.url);
    },
    async rows(table, query = "select=*") {
      const scope = await scopeOf(stack, table);
      const path = `${table}?${query}${scope}`;
      return (await rest<Record<string, unknown>[]>(stack.backend, "service", "GET", path)).body;
    },
    async userId(email) {
      const [profile] = await stack.rows("profiles", `email=eq.${email}&select=id`);
      if (!profile) throw new Error(`Nobody has the address ${email}`);
      return String(profile.id);
    },
    async write(method, path, body) {
      const reply = await rest(stack.backend, "service", method, path, body);
      if (reply.status > 299)
        throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    },
    browserOf(page) {
      const shown = [...browsers.values()].find(({ context }) => context === page.context());
      if (shown === undefined) throw new Error("No browser of this stack shows the page");
      return shown;
    },
    async stop() {
      await Promise.allSettled([...browsers.values()].map((browser) => browser.kill()));
      await network.close();
      if (own !== null) {
        await stack.backend.stop();
        await provider.stop();
        rmSync(own.dataDir, { recursive: true, force: true });
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return Object.assign(stack, started);
}

function needsOwnBackend({ ownBackend, env, isPublic }: StackOptions): boolean {
  // Benches have no workers that could share one.
  const cannotShare = process.env.SHARED_BACKENDS === undefined;
  return cannotShare || ownBackend === true || env !== undefined || isPublic === true;
}

async function startOwnBackend(options: StackOptions, networkUrl: string) {
  const provider = await startAiProvider();
  const dataDir = await freshDataDir("demo");
  const start = (withProvider: boolean) =>
    startBackend({
      dataDir,
      env: {
        ...(withProvider && providerAt(provider)),
        ...(options.isPublic === true && { PUBLIC_URL: networkUrl }),
        ...options.env,
      },
    });
  const backend = await start(options.withProvider ?? true);
  return { backend, provider, dataDir, company: DEMO, restart: start };
}

/** The filter that leaves the rows of the stack's company, for a query. */
async function scopeOf({ company, rows }: Stack, table: string): Promise<string> {
  const { id, technician, administrator } = company;
  // A refused request of somebody who has just lost the company belongs to no company.
  const own = `company_id.eq.${id},user_email.in.(${technician},${administrator})`;
  if (table === "detailed_agent_logs") return `&or=(${own})`;
  if (OWNED_BY_COMPANY.has(table)) return `&company_id=eq.${id}`;
  if (!OWNED_BY_PERSON.has(table)) return "";
  const people = await rows("profiles", `select=id&company_id=eq.${id}`);
  return `&user_id=in.(${people.map(({ id }) => id).join()})`;
}

/** The backends that serve all files of one worker, by whether they have the AI provider. */
const shared = new Map<boolean, ReturnType<typeof startSharedBackend>>();
let companies = 0;

/** A backend with a new company, which `setup/shared-backends.ts` ends. */
async function enterSharedBackend(withProvider: boolean) {
  const starting = shared.get(withProvider) ?? startSharedBackend(withProvider);
  shared.set(withProvider, starting);
  const { backend, provider } = await starting;
  provider.reset();
  companies += 1;
  return { backend, provider, company: await addCompany(backend, companies) };
}

async function startSharedBackend(withProvider: boolean) {
  const { SHARED_BACKENDS } = process.env;
  if (SHARED_BACKENDS === undefined) throw new Error("The project has no global set-up for it.");
  const dataDir = join(SHARED_BACKENDS, `${process.pid}-${withProvider ? "with" : "without"}`);
  mkdirSync(dataDir);
  await copyDataTemplate("demo", dataDir);
  const provider = await startAiProvider();
  const env = withProvider ? providerAt(provider) : {};
  const backend = await startBackend({ dataDir, env });
  writeFileSync(`${dataDir}.pid`, String(backend.pid));
  return { backend, provider };
}

function providerAt({ url }: AiProvider) {
  return { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: url };
}

/** Writes a film for use as a browser's camera: sand on its left half, blue on its right. */
function writeCameraFilm(path: string): void {
  const [width, height] = [640, 480];
  // Luma and the two chroma values of each half.
  const colours = [
    [200, 70],
    [60, 170],
    [150, 110],
  ];
  const planes = colours.map(([left, right], plane) => {
    const [across, down] = plane === 0 ? [width, height] : [width / 2, height / 2];
    const samples = Buffer.alloc(across * down, left);
    for (let row = 0; row < samples.length; row += across) {
      samples.fill(right ?? 0, row + across / 2, row + across);
    }
    return samples;
  });
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
  writeFileSync(path, Buffer.concat([header, ...planes]));
}
