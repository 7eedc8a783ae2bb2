import type { NewEarlyAccessRequest } from "@contracts/new-early-access-request.ts";
import { v7 as uuidv7 } from "uuid";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addEarlyAccessRequest } from "#backend/tables/add-early-access-request.ts";
import { deviceDatabase } from "#mirror/device/device-database.ts";
import {
  countWaitingRequests,
  forgetRequest,
  readRequests,
  takeUnreportedRefusals,
} from "#mirror/device/kept-requests.ts";
import type { Locks } from "#platform/ports.ts";
import { requestRow } from "#tests/support/rows.ts";
import { createManualClock, type ManualClock } from "#tests/support/sync/manual-clock.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { refusal, rejectedByAbort } from "#tests/support/sync/model-replies.ts";
import type { Fate } from "#tests/support/sync/model-server.ts";
import { createRequestSender, type RequestSender } from "./request-sender.ts";

/** The table as PostgREST serves it: a unique id, and the network faults that a test chooses. */
let rows: Map<string, NewEarlyAccessRequest>;
let requests: number;
let fates: Fate[];
let clock: ManualClock;
let locks: Locks;
let senders: RequestSender[];

const fetchLike: typeof fetch = async (input, init) => {
  requests += 1;
  const fate = fates.shift() ?? "answer";
  const sent = new Request(input, init);
  if (fate === "drop-request") throw new TypeError("network error");
  if (fate === "portal") return new Response("<html>Welcome to the hotel</html>");
  if (fate === "hang") return rejectedByAbort(sent.signal);
  if (typeof fate === "object") return refusal(fate, "log");
  const request: NewEarlyAccessRequest = await sent.json();
  const isThere = rows.has(request.id);
  if (!isThere) rows.set(request.id, request);
  if (fate === "drop-reply") throw new TypeError("network error");
  return isThere
    ? refusal({ status: 409, code: "23505" }, "log")
    : new Response(null, { status: 201 });
};

function openSender(): RequestSender {
  const backend = { url: "http://backend.test", publicKey: "public", fetch: fetchLike };
  const sender = createRequestSender({
    send: (request, signal) => addEarlyAccessRequest(backend, request, signal),
    ports: { clock, locks, random: () => 0.5, newId: uuidv7 },
  });
  senders.push(sender);
  return sender;
}

function newRequest(): NewEarlyAccessRequest {
  const { created_at: _c, status: _s, notes: _n, ...request } = requestRow({ id: uuidv7() });
  return request;
}

beforeEach(() => {
  rows = new Map();
  requests = 0;
  fates = [];
  senders = [];
  clock = createManualClock();
  locks = createMemoryLocks();
});

/** Waits until the network was asked so often. */
const untilAsked = (times: number) =>
  vi.waitFor(() => expect(requests).toBe(times), { interval: 5 });
/** Waits until everything was sent; moves the clock so that backoffs pass. */
const allSent = () =>
  vi.waitFor(
    async () => {
      clock.advance(1_000);
      expect(await readRequests()).toEqual([]);
    },
    { interval: 5, timeout: 15_000 },
  );

afterEach(async () => {
  for (const sender of senders) sender.stop();
  for (const { id } of await readRequests()) await forgetRequest(id);
});

it("a request that is submitted is on the server and no longer on the device", async () => {
  const request = newRequest();
  expect(await openSender().submit(request)).toEqual({ kind: "ok", value: null });
  expect([...rows.values()]).toEqual([request]);
  expect(await readRequests()).toEqual([]);
});

it.each(["drop-request", "portal", "drop-reply"] as const)(
  "a request that is submitted is kept when the network answers with %s, and arrives once",
  async (fate) => {
    fates = [fate, fate, fate];
    const sender = openSender();
    const request = newRequest();
    expect(await sender.submit(request)).toMatchObject({ kind: "later", cause: "network" });
    expect(await countWaitingRequests()).toBe(1);
    sender.start();
    await allSent();
    expect([...rows.values()]).toEqual([request]);
  },
);

it("a request that is submitted is kept when the server never answers", async () => {
  fates = ["hang"];
  const submitted = openSender().submit(newRequest());
  await untilAsked(1);
  clock.advance(15_000);
  expect(await submitted).toMatchObject({ kind: "later", cause: "network" });
  expect(await countWaitingRequests()).toBe(1);
});

it.each([
  { status: 429, code: "PT429", message: "Try again tomorrow." },
  { status: 400, code: "23514", message: "violates check constraint" },
  { status: 500, code: "XX000", message: "internal" },
  { status: 401, code: "42501", message: "permission denied" },
])(
  "a request that is submitted is given back to the visitor and not kept when the server refuses it with $status",
  async (given) => {
    fates = [given];
    const sender = openSender();
    const request = newRequest();
    expect(await sender.submit(request)).toMatchObject({ message: given.message });
    expect(await readRequests()).toEqual([]);
    expect(await sender.submit(request)).toEqual({ kind: "ok", value: null });
    expect(rows.size).toBe(1);
  },
);

it("a request that is submitted survives the death of its tab and arrives once", async () => {
  fates = ["hang"];
  void openSender().submit(newRequest());
  await untilAsked(1);
  // The tab is dead: its lock is free, and none of its code runs.
  locks = createMemoryLocks();
  openSender().start();
  await allSent();
  expect(rows.size).toBe(1);
});

async function keep(sender: RequestSender): Promise<NewEarlyAccessRequest> {
  const request = newRequest();
  fates.unshift("drop-request");
  await sender.submit(request);
  return request;
}

it("a kept request is sent once by many tabs and the worker", async () => {
  await keep(openSender());
  const before = requests;
  const tabs = [openSender(), openSender(), openSender()];
  for (const tab of tabs) tab.start();
  await Promise.all([openSender().drainOnce(), openSender().drainOnce()]);
  await allSent();
  expect([rows.size, requests - before]).toEqual([1, 1]);
});

it("a kept request is tried at once when the network is back", async () => {
  const sender = openSender();
  await keep(sender);
  fates = ["drop-request", "drop-request"];
  const before = requests;
  sender.start();
  await untilAsked(before + 1);
  sender.wake();
  await untilAsked(before + 2);
  sender.wake();
  await vi.waitFor(() => expect(rows.size).toBe(1), { interval: 5 });
});

it("a kept request is delayed as long as the server asks", async () => {
  const sender = openSender();
  await keep(sender);
  fates = [{ status: 429, code: "PT429", message: "Later.", retryAfter: 60 }];
  clock.advance(60_000);
  const asked = clock.now();
  expect(await sender.drainOnce()).toBe(1);
  const [kept] = await readRequests();
  expect(kept?.due).toBe(asked + 60_000);
});

it("a kept request that is refused is kept, and reported once even when several tabs ask", async () => {
  const sender = openSender();
  const request = await keep(sender);
  const other = await keep(sender);
  fates = [{ status: 400, code: "23514", message: "Not like this." }];
  clock.advance(60_000);
  expect(await sender.drainOnce()).toBe(0);
  expect([...rows.keys()]).toEqual([other.id]);
  expect(await readRequests()).toMatchObject([
    { id: request.id, state: "refused", reason: { message: "Not like this." } },
  ]);
  const told = await Promise.all([takeUnreportedRefusals(), takeUnreportedRefusals()]);
  expect(told.flat().map(({ id }) => id)).toEqual([request.id]);
  expect(await readRequests()).toHaveLength(1);
  expect(await sender.drainOnce()).toBe(0);
  expect(rows.size).toBe(1);
});

it("a kept request that this version can't read is kept and does not block the others", async () => {
  const sender = openSender();
  const [unreadable, other] = [await keep(sender), await keep(sender)];
  await deviceDatabase.leads.update(unreadable.id, {
    due: 0,
    lead: { id: unreadable.id } as NewEarlyAccessRequest,
  });
  clock.advance(60_000);
  expect(await sender.drainOnce()).toBe(0);
  expect([...rows.keys()]).toEqual([other.id]);
  expect(await readRequests()).toMatchObject([{ id: unreadable.id, state: "refused" }]);
});
