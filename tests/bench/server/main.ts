// Measures the server as people meet it who send notes, on the database inside: npm run bench:server
// The requests come as if through a proxy that tells addresses. One after the other, 100 people send
// them, each from another address: so the product's limits stay as they are, and nobody reaches one.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { addAccount } from "#tests/policies/world/rest.ts";
import { startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { processTree } from "#tests/support/process-tree.ts";
import { voiceRequest } from "#tests/support/voice-request.ts";
import { figure, spreadOf } from "../spread.ts";

const PEOPLE = 100;
const PASSWORD = "a long password";
/** The header in which the proxy tells the address, as in a deployment. */
const ADDRESS_HEADER = "x-forwarded-for";

/** Counted rounds, and how many requests one has, by how many are sent at once. */
const ROUNDS = 3;
const COUNTS = Object.entries({ 1: 20, 10: 80, 50: 150 });

/** How long a tick of the kernel's accounts is, in milliseconds: a constant of Linux. */
const TICK = 10;

interface Technician {
  accessToken: string;
  address: string;
}

const provider = await startAiProvider();
const dataDir = await freshDataDir("empty");
const server = await startBackend({
  dataDir,
  env: {
    ...{ DEMO: "0", LOG_LEVEL: "error", CLIENT_ADDRESS_HEADER: ADDRESS_HEADER },
    ...{ SUPER_ADMIN_EMAIL: "owner@bench.example", SUPER_ADMIN_PASSWORD: "a long first password" },
    ...{ OPENAI_BASE_URL: provider.url, AI_TRANSCRIBE: "provider" },
    // V8 optimises the database's code, which tests of some seconds do without.
    DENO_V8_FLAGS: "--no-liftoff-only",
  },
});
/** How many turns the people have had. */
let turns = 0;
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
  const people = await createTechnicians();
  const table: Record<string, object> = {};
  for (const [callers, count] of COUNTS) {
    const rounds: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      rounds.push(await play(people, Number(callers), count));
    }
    // The first round is not counted.
    const { median } = spreadOf(rounds.slice(1));
    table[`${callers} at once`] = { "CPU, ms": figure(median) };
  }
  console.table(table);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  await provider.stop();
}
process.exit(0);

/** Creates technicians of one company who may speak notes, and signs them in. */
async function createTechnicians(): Promise<Technician[]> {
  const company_id = randomUUID();
  const write = async (method: "POST" | "PATCH", path: string, body: object) => {
    const { status } = await rest(server, "service", method, path, body);
    if (status > 299) throw new Error(`${path} is answered with ${status}`);
  };
  await write("POST", "companies", { id: company_id, name: "Bench" });
  const people: Technician[] = [];
  for (let number = 0; number < PEOPLE; number += 1) {
    const email = `technician-${number}@bench.example`;
    const id = await addAccount(server, email, PASSWORD, `Technician ${number}`);
    await write("POST", "user_roles", { user_id: id, role: "field_tech" });
    await write("PATCH", `profiles?id=eq.${id}`, { company_id, can_use_voice_agent: true });
    const { accessToken } = await signIn(server, email, PASSWORD);
    // The addresses that are set apart for benchmarks (RFC 2544).
    people.push({ accessToken, address: `198.18.0.${number}` });
  }
  return people;
}

/**
 * Has callers send notes for a round, each as the next person.
 * @returns the processor time of a note, in milliseconds
 */
async function play(
  people: readonly Technician[],
  callers: number,
  count: number,
): Promise<number> {
  const last = turns + count;
  async function call(): Promise<void> {
    while (turns < last) {
      const person = people[turns % PEOPLE] as Technician;
      turns += 1;
      const request = new Request(
        `${server.url}/functions/v1/voice-transcribe`,
        voiceRequest({ key: randomUUID(), recordedAt: "2026-01-05T08:00:00Z" }),
      );
      request.headers.set("apikey", server.publishableKey);
      request.headers.set("authorization", `Bearer ${person.accessToken}`);
      request.headers.set(ADDRESS_HEADER, person.address);
      const reply = await fetch(request);
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${reply.status} ${text.slice(0, 100)}`);
    }
  }
  const cpuBefore = timeOfAll(server.pid);
  await Promise.all(Array.from({ length: callers }, call));
  return (timeOfAll(server.pid) - cpuBefore) / count;
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
