import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { killAll, processTree } from "./process-tree.ts";
import { templateDataDir } from "./template.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const LAUNCHER = "supabase/embedded/setup/launch.mjs";

/** How long a start may take, in milliseconds, on a slow and busy machine. */
const START_LIMIT = 90_000;

export interface BackendOptions {
  /** Kept when the backend stops. Absent: a new one, which is removed then. */
  dataDir?: string;
  databaseUrl?: string;
  /** 0, the default, picks a free one. */
  port?: number;
  /** More environment variables. */
  env?: Record<string, string>;
  /** Starts it with npm, which starts the launcher through a shell: its process id is npm's. */
  withNpm?: boolean;
}

/** Where a backend keeps what it has. */
export interface Place {
  dataDir: string;
  databaseUrl?: string;
}

export type LogLine = { time: string; level: string; message: string } & Record<string, unknown>;

/** A backend in separate processes, started as `npm start` does. */
export type Backend = Awaited<ReturnType<typeof startBackend>>;

/**
 * Starts a backend and waits until it serves.
 * @throws Error with everything it printed, when it ends or stays silent instead
 */
export async function startBackend(options: BackendOptions = {}) {
  const empty = options.databaseUrl !== undefined || options.env?.DEMO === "0";
  const dataDir = options.dataDir ?? (await freshDataDir(empty ? "empty" : "demo"));
  const { child, output, ended } = launch({ ...options, dataDir });
  const cleanUp = async () => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  const url = await waitForReady(child, output, ended).catch(async (error) => {
    child.kill("SIGTERM");
    await ended;
    await cleanUp();
    throw error;
  });
  const secrets: Secrets = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
  return {
    /** The origin, without a slash at the end. */
    url,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    jwtSecret: secrets.jwtSecret,
    dataDir,
    /** Process id of the launcher, or of npm. */
    pid: child.pid ?? 0,
    output,
    log: (): LogLine[] =>
      output()
        .split("\n")
        .filter((line) => line.startsWith("{") && line.endsWith("}"))
        .map((line) => JSON.parse(line)),
    /** @returns the exit code once all its processes have ended */
    async stop(signal: "SIGTERM" | "SIGINT" = "SIGTERM"): Promise<number> {
      child.kill(signal);
      const code = await ended;
      await cleanUp();
      return code;
    },
    /** Ends the process of that id with SIGKILL. */
    kill: () => void child.kill("SIGKILL"),
  };
}

interface Secrets {
  /** The secret from which other keys are derived. */
  jwtSecret: string;
  publishableKey: string;
  /** The key with access to every row. */
  secretKey: string;
}

/**
 * Creates a data directory with a migrated database, empty or with the demo; the caller removes it.
 */
export async function freshDataDir(holds: "empty" | "demo" = "empty"): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "field-agents-"));
  await copyDataTemplate(holds, dataDir);
  return dataDir;
}

/** Fills an empty folder with a migrated database, empty or with the demo. */
export async function copyDataTemplate(holds: "empty" | "demo", dataDir: string): Promise<void> {
  copyDataDir(await dataTemplate(holds), dataDir);
}

/** The template that `freshDataDir` copies. */
export function dataTemplate(holds: "empty" | "demo"): Promise<string> {
  return templateDataDir(holds, async (dataDir) => {
    if (holds === "demo") copyDataDir(await dataTemplate("empty"), dataDir);
    const backend = await startBackend({ dataDir, env: { DEMO: holds === "demo" ? "1" : "0" } });
    await backend.stop();
  });
}

function copyDataDir(from: string, to: string): void {
  // The directory has a thousand small files: a synchronous copy is ten times as fast as promises.
  cpSync(from, to, { recursive: true });
}

/**
 * Runs a backend that is expected to end by itself. With `killAfter`, in milliseconds, all its
 * processes are killed after that time. @returns its exit code and what it printed
 */
export async function runToEnd(
  options: BackendOptions & { dataDir: string; killAfter?: number },
): Promise<{ code: number; output: string }> {
  const { child, output, ended } = launch(options);
  const timer = setTimeout(() => {
    killAll(processTree(child.pid ?? 0));
  }, options.killAfter ?? START_LIMIT);
  const code = await ended;
  clearTimeout(timer);
  return { code, output: output() };
}

/** `ended` is the exit code once everything is printed; -1 after SIGKILL. */
function launch(options: BackendOptions & { dataDir: string }) {
  // The tests must not depend on the environment of the person who runs them.
  const { DATABASE_URL, DEMO, HOST, PUBLIC_URL, ...inherited } = process.env;
  // The backend is installed and built already.
  const [command, args] = options.withNpm
    ? ["npm", ["start", "--ignore-scripts", "--silent"]]
    : [process.execPath, [LAUNCHER]];
  const child = spawn(command, args, {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...inherited,
      NO_COLOR: "1",
      // Most of these backends run for seconds: optimising the database's WebAssembly would cost
      // more time than it saves.
      DENO_V8_FLAGS: "--liftoff-only",
      // Speech takes seconds and hundreds of megabytes: a test that is about it asks for it.
      AI_TRANSCRIBE: options.env?.OPENAI_API_KEY ? "provider" : "none",
      // Tests count the rows that they make.
      DEMO_HISTORY: "0",
      PORT: String(options.port ?? 0),
      DATA_DIR: options.dataDir,
      ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
      ...options.env,
    },
  });
  const { output, ended } = printedBy(child);
  return { child, output, ended: ended.then((code) => code ?? -1) };
}

/** What a process prints, and its exit code once everything is printed; null after a signal. */
export function printedBy(child: ChildProcessByStdio<Writable | null, Readable, Readable>) {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, "close").then(([code]): number | null => code);
  return { output: () => printed, ended };
}

function waitForReady(
  child: ChildProcess,
  output: () => string,
  ended: Promise<number>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) =>
      reject(new Error(`The backend ${what}. It printed:\n${output()}`));
    const timer = setTimeout(() => fail("did not start in time"), START_LIMIT);
    const look = () => {
      const url = /^Field Agents is ready at (\S+)$/m.exec(output())?.[1];
      if (url) {
        clearTimeout(timer);
        resolve(url);
      }
    };
    child.stdout?.on("data", look);
    void ended.then((code) => {
      clearTimeout(timer);
      fail(`ended with exit code ${code}`);
    });
  });
}

/** Signs a person in. @throws Error with the backend's answer when it refuses */
export async function signIn(
  backend: Backend,
  email: string,
  password: string,
): Promise<{ accessToken: string; refreshToken: string; userId: string }> {
  const reply = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: backend.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`${email} cannot sign in: ${reply.status} ${await reply.text()}`);
  const session = await reply.json();
  return {
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    userId: session.user.id,
  };
}

/**
 * Calls REST: as the person of an access token, as "service" (every row) or as "anon" (signed out).
 * `path` comes after `/rest/v1/`. Bodies are JSON; `body` in the answer is the parsed body, if any.
 */
export async function rest<Body = unknown>(
  backend: Pick<Backend, "url" | "publishableKey" | "secretKey"> & {
    /** For a backend that listens on no port. */
    fetch?: (url: string, init: RequestInit) => Promise<Response>;
  },
  as: string,
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Body; headers: Headers }> {
  const { fetch: send = fetch } = backend;
  const reply = await send(`${backend.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: as === "service" ? backend.secretKey : backend.publishableKey,
      ...(as !== "service" && as !== "anon" && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    body: (text === "" ? null : JSON.parse(text)) as Body,
    headers: reply.headers,
  };
}
