// @module-tag rest
// @module-tag long

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { killAll, processTree, stillRunning } from "#tests/support/process-tree.ts";
import { DEMO } from "#tests/support/running-backend.ts";
import { type ReceivedMessage, startWebhookReceiver } from "#tests/support/webhook-receiver.ts";

const SEED = Number(process.env.TEST_SEED ?? 20_260_101);
/** How many entries are made, each of which is corrected four times: 10,000 deliveries. */
const ENTRIES = Number(process.env.DELIVERED_ENTRIES ?? 2000);
const CORRECTIONS = [1, 2, 3, 4];
const KILLS = 11;
/** A server is killed each time that so many messages have arrived. */
const BETWEEN_KILLS = Math.floor((ENTRIES * 5) / (KILLS + 1));
/** How many entries are sent at a time. */
const TOGETHER = 50;

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let dataDir: string;
let backend: Backend;
let person: { accessToken: string; userId: string };
let administrator: string;
let company: string;

const start = async () => {
  backend = await startBackend({ dataDir, env: await receiver.settings(dataDir) });
};

beforeAll(async () => {
  dataDir = await freshDataDir("demo");
  receiver = await startWebhookReceiver();
  await start();
  person = await signIn(backend, "tech@demo.example", DEMO);
  const { accessToken, userId } = await signIn(backend, "admin@demo.example", DEMO);
  administrator = accessToken;
  const path = `profiles?select=company_id&id=eq.${userId}`;
  const { body } = await rest<{ company_id: string }[]>(backend, accessToken, "GET", path);
  company = body[0]?.company_id ?? "";
});
afterAll(async () => {
  await backend?.stop();
  await receiver?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Adds the company's only webhook, whose receiver is this test's. @returns its id */
async function addWebhook(): Promise<string> {
  await rest(backend, administrator, "DELETE", `webhooks?company_id=eq.${company}`);
  const body = { company, address: receiver.url, wanted: null };
  const path = "rpc/make_webhook_secret";
  const made = await rest<{ id: string; secret: string }[]>(
    ...([backend, administrator, "POST", path, body] as const),
  );
  receiver.expect(made.body[0]?.secret ?? "");
  receiver.received.length = 0;
  receiver.answerWith(() => 204);
  return made.body[0]?.id ?? "";
}

const entryOf = (id: string) => ({
  ...{ id, user_id: person.userId, agent_type: "voice", input_type: "voice" },
  ...{ input_data: "The pump hums.", output_summary: "Pump hums." },
});
const correctionOf = (entry: string, revision: number, id = randomUUID()) => ({
  ...{ id, entry_id: entry, user_id: person.userId, kind: "text", summary: "Pump hums." },
  ...{ transcription: `Version ${revision}.`, revision, changed_at: new Date().toISOString() },
});
/** Writes rows as a device does: again, until the server has them. */
async function write(table: string, rows: object[]): Promise<void> {
  const headers = { prefer: "resolution=ignore-duplicates" };
  const send = () =>
    rest(backend, person.accessToken, "POST", `${table}?on_conflict=id`, rows, headers)
      .then(({ status }) => status)
      .catch(() => 0);
  await expect.poll(send, { timeout: 90_000, interval: 200 }).toBe(201);
}
const stateOf = async (): Promise<string[]> => {
  const path = "webhook_deliveries?select=state&order=place";
  const { body } = await rest<{ state: string }[]>(backend, administrator, "GET", path);
  return body.map(({ state }) => state);
};

describe("an entry is sent to a webhook of its company", () => {
  let webhook: string;
  beforeEach(async () => {
    webhook = await addWebhook();
  });

  test("as soon as it is written, with its job and its person, and signed with the secret of the webhook", async () => {
    const [entry, job] = [randomUUID(), randomUUID()];
    const row = { id: job, company_id: company, number: job, customer: "Mrs Smith" };
    expect((await rest(backend, administrator, "POST", "jobs", row)).status).toBe(201);
    await write("agent_logs", [{ ...entryOf(entry), job_id: job }]);
    await expect.poll(() => receiver.received).toHaveLength(1);
    expect(receiver.received).toMatchObject([
      {
        type: "note",
        data: {
          ...{ entry_id: entry, input: "The pump hums.", summary: "Pump hums." },
          ...{ job: { number: job, customer: "Mrs Smith" }, person: { id: person.userId } },
        },
      },
    ]);
    const body = { company, address: null, wanted: webhook };
    await rest(backend, administrator, "POST", "rpc/make_webhook_secret", body);
    await write("agent_logs", [entryOf(randomUUID())]);
    await expect.poll(() => receiver.forged).toHaveLength(1);
    receiver.forged.length = 0;
  });

  test("at once, also while another receiver of the company never answers", async () => {
    const hanging: Socket[] = [];
    const silent = createServer((socket) => hanging.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const body = { company, address, wanted: null };
    await rest(backend, administrator, "POST", "rpc/make_webhook_secret", body);
    await write(
      "agent_logs",
      [1, 2, 3, 4, 5, 6].map(() => entryOf(randomUUID())),
    );
    await expect.poll(() => hanging).toHaveLength(5);
    await write("agent_logs", [entryOf(randomUUID())]);
    await expect.poll(() => receiver.received, { timeout: 8_000 }).toHaveLength(7);
    expect(hanging).toHaveLength(5);
    for (const socket of hanging) socket.destroy();
    silent.close();
  });

  test("again by itself after a failure, again when asked, and not while it is paused", async () => {
    const answers = [500, 204];
    receiver.answerWith(() => answers.shift() ?? 204);
    await write("agent_logs", [entryOf(randomUUID())]);
    await expect.poll(stateOf).toEqual(["delivered"]);
    const path = "webhook_deliveries?select=id,attempts";
    const { body } = await rest<{ id: string; attempts: number }[]>(
      ...([backend, administrator, "GET", path] as const),
    );
    expect(body).toMatchObject([{ attempts: 2 }]);
    const again = { delivery: body[0]?.id };
    await rest(backend, administrator, "POST", "rpc/send_webhook_again", again);
    await expect.poll(() => receiver.received).toHaveLength(2);
    expect(receiver.received[1]).toEqual(receiver.received[0]);

    const pause = (is_paused: boolean) =>
      rest(backend, administrator, "PATCH", `webhooks?id=eq.${webhook}`, { is_paused });
    await pause(true);
    await write("agent_logs", [entryOf(randomUUID())]);
    expect(await stateOf()).toEqual(["delivered", "waiting"]);
    await pause(false);
    await expect.poll(stateOf).toEqual(["delivered", "delivered"]);
  });
});

test(`${ENTRIES * 5} messages arrive at least once, in the order of each entry, under kills of the server`, {
  tags: ["night"],
  timeout: 1_800_000,
}, async () => {
  const random = seededRandom(SEED);
  await addWebhook();
  // A receiver that fails now and then.
  receiver.answerWith(() => (random() < 0.01 ? 503 : 204));
  const entries = Array.from({ length: ENTRIES }, () => randomUUID());
  let isWritten = false;
  let kills = 0;

  const writeAll = async () => {
    for (let from = 0; from < ENTRIES; from += TOGETHER) {
      const some = entries.slice(from, from + TOGETHER);
      await write("agent_logs", some.map(entryOf));
      // What belongs to one entry follows at once, so that only the server keeps its order.
      for (const n of CORRECTIONS) {
        await write(
          "entry_changes",
          some.map((entry) => correctionOf(entry, n)),
        );
      }
    }
    isWritten = true;
  };
  const waiting = async () => {
    const path = "webhook_deliveries?select=id&state=eq.waiting&limit=1";
    const { body } = await rest<unknown[]>(backend, "service", "GET", path);
    return body.length;
  };
  const killNowAndThen = async () => {
    for (;;) {
      const enough = (kills + 1) * BETWEEN_KILLS;
      const isOver = async () =>
        receiver.received.length >= enough || (isWritten && (await waiting()) === 0);
      await expect.poll(isOver, { timeout: 600_000, interval: 500 }).toBe(true);
      if (receiver.received.length < enough) return;
      const killed = processTree(backend.pid);
      killAll(killed);
      await expect.poll(() => stillRunning(killed)).toEqual([]);
      await start();
      kills += 1;
    }
  };
  await Promise.all([writeAll(), killNowAndThen()]);
  console.log(`TEST_SEED=${SEED}: ${receiver.received.length} messages, ${kills} kills`);

  expect(receiver.forged).toEqual([]);
  expect(kills).toBeGreaterThanOrEqual(KILLS);
  const sent = new Map<string, number[]>(entries.map((entry) => [entry, []]));
  for (const message of receiver.received) {
    sent.get(String(message.data.entry_id))?.push(placeOf(message));
  }
  const wrong = [...sent].flatMap(([entry, order]) => {
    const isComplete = new Set(order).size === 1 + CORRECTIONS.length;
    const isRising = order.every((place, index) => place >= (order[index - 1] ?? 0));
    return isComplete && isRising ? [] : [`${entry}: ${order.join(" ")}`];
  });
  expect(wrong).toEqual([]);
});

/** 0 for an entry, and the number of a correction. A message that comes twice has the same place. */
const placeOf = ({ data }: ReceivedMessage) => Number(/\d/.exec(String(data.input)) ?? 0);
