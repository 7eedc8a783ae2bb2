// Measures the server as its callers meet it, on the database inside and on PostgreSQL in turns:
//   npm run bench:server
//   npm run bench:server -- --only PGlite --kinds "reads,voice calls" --rounds 1
// The requests come as if through a proxy that tells addresses. One after the other, 100 people send
// them, each from another address: so the product's limits stay as they are, and nobody reaches one.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { processTree } from "#tests/support/process-tree.ts";
import { post } from "#tests/support/running-backend.ts";
import { voiceRequest } from "#tests/support/voice-request.ts";
import { figure, spreadOf } from "../spread.ts";

const PEOPLE = 100;
const PASSWORD = "a long password";
/** Each has as many rows in their history as a page shows. */
const ROWS_EACH = 50;
/** The header in which the proxy tells the address, as in a deployment. */
const ADDRESS_HEADER = "x-forwarded-for";

/** What a person sends, with the number of requests of a round by the number of callers. */
const KINDS: Record<string, { counts: Record<number, number>; request(url: string): Request }> = {
  reads: {
    counts: { 1: 150, 10: 500, 50: 600 },
    request: (url) =>
      new Request(`${url}/rest/v1/agent_logs?select=*&order=created_at.desc&limit=${ROWS_EACH}`),
  },
  "voice calls": {
    counts: { 1: 20, 10: 80, 50: 150 },
    request: (url) =>
      new Request(
        `${url}/functions/v1/voice-transcribe`,
        voiceRequest({ key: randomUUID(), recordedAt: "2026-01-05T08:00:00Z" }),
      ),
  },
};

/** How long a tick of the kernel's accounts is, in milliseconds: a constant of Linux. */
const TICK = 10;

interface Technician {
  accessToken: string;
  address: string;
}

/** A server and its people, and how many turns they have had. */
interface Contestant {
  server: Backend;
  people: Technician[];
  turns: number;
  close(): Promise<void>;
}
type Round = Awaited<ReturnType<typeof play>>;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "PGlite,PostgreSQL" },
    kinds: { type: "string", default: Object.keys(KINDS).join() },
    rounds: { type: "string", default: "3" },
  },
});
const contestants = new Map<string, Contestant>();
/** The counted rounds, by what was done where. */
const rounds = new Map<string, Round[]>();
const provider = await startAiProvider();
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const name of values.only.split(",")) contestants.set(name, await open(name));
  for (const kind of values.kinds.split(",")) {
    for (const [callers, count] of Object.entries(KINDS[kind]?.counts ?? {})) {
      // The first round is not counted.
      for (let round = 0; round <= Number(values.rounds); round += 1) {
        for (const [name, contestant] of contestants) {
          const played = await play(contestant, kind, Number(callers), count);
          const key = `${kind}, ${callers} at once: ${name}`;
          if (round > 0) rounds.set(key, [...(rounds.get(key) ?? []), played]);
        }
      }
    }
  }
  console.table(Object.fromEntries([...rounds].map(([key, played]) => [key, rowOf(played)])));
} finally {
  for (const { close } of contestants.values()) await close();
  await provider.stop();
}
process.exit(0);

/** Starts a server on one of the databases, as in production, and creates its people. */
async function open(name: string): Promise<Contestant> {
  const cluster = name === "PostgreSQL" ? await startPostgres({ durable: true }) : null;
  const databaseUrl = await cluster?.createDatabase();
  const dataDir = await freshDataDir("empty");
  const server = await startBackend({
    dataDir,
    ...(databaseUrl !== undefined && { databaseUrl }),
    env: {
      ...{ DEMO: "0", LOG_LEVEL: "error", CLIENT_ADDRESS_HEADER: ADDRESS_HEADER },
      ...{
        SUPER_ADMIN_EMAIL: "owner@bench.example",
        SUPER_ADMIN_PASSWORD: "a long first password",
      },
      ...{ OPENAI_BASE_URL: provider.url, AI_TRANSCRIBE: "provider" },
      // V8 optimises the database's code, which tests of some seconds do without.
      DENO_V8_FLAGS: "--no-liftoff-only",
    },
  });
  return {
    ...{ server, people: await createTechnicians(server), turns: 0 },
    async close() {
      await server.stop();
      await cluster?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates technicians of one company who may speak notes, each with a history, and signs them in. */
async function createTechnicians(server: Backend): Promise<Technician[]> {
  const company_id = randomUUID();
  const write = async (method: "POST" | "PATCH", path: string, body: object) => {
    const { status } = await rest(server, "service", method, path, body);
    if (status > 299) throw new Error(`${path} is answered with ${status}`);
  };
  await write("POST", "companies", { id: company_id, name: "Bench" });
  const people: Technician[] = [];
  for (let number = 0; number < PEOPLE; number += 1) {
    const email = `technician-${number}@bench.example`;
    const account = { email, password: PASSWORD, email_confirm: true };
    const headers = { apikey: server.secretKey };
    const reply = await post(server, "auth/v1/admin/users", account, headers);
    const { id }: { id: string } = await reply.json();
    await write("POST", "user_roles", { user_id: id, role: "field_tech" });
    await write("PATCH", `profiles?id=eq.${id}`, { company_id, can_use_voice_agent: true });
    await write("POST", "agent_logs", historyOf(id));
    const { accessToken } = await signIn(server, email, PASSWORD);
    // The addresses that are set apart for benchmarks (RFC 2544).
    people.push({ accessToken, address: `198.18.0.${number}` });
  }
  return people;
}

function historyOf(user_id: string): object[] {
  return Array.from({ length: ROWS_EACH }, (_, note) => ({
    ...{ id: randomUUID(), user_id, agent_type: "voice", input_type: "voice" },
    input_data: `Note ${note}: the fan of the condenser runs again after its capacitor was replaced.`,
    output_summary: "Capacitor of the condenser's fan replaced.",
  }));
}

/** Has callers do something for a round, each request as the next person. */
async function play(contestant: Contestant, kind: string, callers: number, count: number) {
  const { server, people } = contestant;
  const times: number[] = [];
  const last = contestant.turns + count;
  async function call(): Promise<void> {
    while (contestant.turns < last) {
      const person = people[contestant.turns % PEOPLE] as Technician;
      contestant.turns += 1;
      const request = KINDS[kind]?.request(server.url) ?? new Request(server.url);
      request.headers.set("apikey", server.publishableKey);
      request.headers.set("authorization", `Bearer ${person.accessToken}`);
      request.headers.set(ADDRESS_HEADER, person.address);
      const begun = performance.now();
      const reply = await fetch(request);
      const text = await reply.text();
      times.push(performance.now() - begun);
      if (!reply.ok) throw new Error(`${kind}: ${reply.status} ${text.slice(0, 100)}`);
    }
  }
  const cpuBefore = timeOfAll(server.pid);
  const begun = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  const seconds = (performance.now() - begun) / 1000;
  return { rate: count / seconds, cpu: (timeOfAll(server.pid) - cpuBefore) / count, times };
}

function rowOf(played: Round[]): object {
  const rate = spreadOf(played.map((each) => each.rate));
  const took = spreadOf(played.flatMap(({ times }) => times));
  return {
    "answers a second": `${figure(rate.median)} (${figure(rate.min)} to ${figure(rate.max)})`,
    "median, ms": figure(took.median),
    "p95, ms": figure(took.p95),
    "CPU, ms": figure(spreadOf(played.map(({ cpu }) => cpu)).median),
  };
}

/** The processor time of a process and all that it has started, in milliseconds. */
function timeOfAll(root: number): number {
  return processTree(root).reduce((sum, pid) => {
    try {
      // The second field, a name in brackets, may hold spaces.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
      const [user, system] = stat.split(" ").slice(11, 13);
      return sum + (Number(user) + Number(system)) * TICK;
    } catch {
      return sum;
    }
  }, 0);
}
