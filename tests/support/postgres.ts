import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { processTree } from "./process-tree.ts";
import { findPostgres } from "./setup/postgres.mjs";

/** A new PostgreSQL server on the loopback address; stopping it removes everything. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** The server refuses to run as root, so an account without rights runs it then. */
function accountForServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const uid = spawnSync("id", ["-u", name], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", name], { encoding: "utf8" });
    if (uid.status === 0 && gid.status === 0) {
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    }
  }
  throw new Error("PostgreSQL needs an account other than root to run as: postgres or nobody.");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port was found.");
  return address.port;
}

/** Whether the server accepts connections; false when it ends before that. */
function takesConnections(server: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    let log = "";
    server.once("exit", () => resolve(false));
    // Read to the end: a server that cannot write its log blocks.
    server.stderr?.on("data", (chunk: Buffer) => {
      if (log.includes(READY)) return;
      log += chunk;
      if (log.includes(READY)) resolve(true);
    });
  });
}

const READY = "database system is ready to accept connections";
/**
 * Runs a server until standard input ends, so that it never outlives the tests, however they end.
 * SIGQUIT is its immediate shutdown: no data in it is worth a checkpoint.
 */
const END_WITH_STDIN =
  'exec 3<&0; "$@" & server=$!; { read -r _ <&3; kill -QUIT "$server"; } & wait "$server"';

const FASTER_THAN_SAFE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
/** Automatic statistics, which come after a minute, would change query plans during a test. */
const SAME_PLANS = ["autovacuum=off"];

interface PostgresOptions {
  /** The name of its superuser; `postgres` by default. */
  superuser?: string;
  /** Keeps what it acknowledges, as in production; without it, it is tuned for speed. */
  durable?: boolean;
}

/** Starts a new cluster in a temporary folder. */
export async function startPostgres(options: PostgresOptions = {}) {
  const { superuser = "postgres", durable = false } = options;
  const settings = [...(durable ? [] : FASTER_THAN_SAFE), ...SAME_PLANS];
  const programs = findPostgres();
  if (!programs) throw new Error("No PostgreSQL server, version 15 or later, was found.");

  const account = accountForServer();
  const folder = mkdtempSync(join(tmpdir(), "field-agents-postgres-"));
  const data = join(folder, "data");
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password);
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  }
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });

  const initialised = spawnSync(
    join(programs, "initdb"),
    [
      `--pgdata=${data}`,
      `--username=${superuser}`,
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
    ].concat([
      "--encoding=UTF8",
      "--locale=C",
      "--lc-ctype=C.UTF-8",
      "--no-sync",
      "--no-instructions",
    ]),
    { ...account, cwd: folder, encoding: "utf8" },
  );
  if (initialised.status !== 0) {
    removeFolder();
    throw new Error(`PostgreSQL's initdb failed: ${initialised.stderr}`);
  }

  const start = (port: number) => {
    const server = spawn(
      "/bin/sh",
      ["-c", END_WITH_STDIN, "sh", join(programs, "postgres"), "-D", data]
        .concat(["-p", String(port), "-h", "127.0.0.1", "-k", ""])
        .concat(settings.flatMap((setting) => ["-c", setting])),
      { ...account, cwd: folder, stdio: ["pipe", "ignore", "pipe"] },
    );
    // Its end may come before the line that tells it to end.
    server.stdin.on("error", () => {});
    return { server, ended: once(server, "exit") };
  };

  for (let attempt = 1; attempt <= 3; attempt++) {
    const port = await freePort();
    let running = start(port);
    if (await takesConnections(running.server)) {
      const urlOf = (database: string) =>
        `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
      return {
        /** The connection URL of its superuser for the database `postgres`. */
        url: urlOf("postgres"),
        /** Creates an empty database. @returns its connection URL */
        async createDatabase() {
          const name = `test_${randomBytes(6).toString("hex")}`;
          const client = new pg.Client(urlOf("postgres"));
          await client.connect();
          await client.query(`create database ${name}`);
          await client.end();
          return urlOf(name);
        },
        processes() {
          const [postmaster] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
          return processTree(Number(postmaster));
        },
        /** Starts it on the same data and port again, after its processes were killed. */
        async startAgain() {
          // The shell above it has seen it end: another process with its id would be taken for it.
          await running.ended;
          running.server.stdin.end();
          running = start(port);
          if (!(await takesConnections(running.server))) {
            throw new Error("PostgreSQL does not start again.");
          }
        },
        async stop() {
          running.server.stdin.end();
          await running.ended;
          removeFolder();
        },
      };
    }
    running.server.stdin.end();
  }
  removeFolder();
  throw new Error("PostgreSQL did not start on any of three ports.");
}
