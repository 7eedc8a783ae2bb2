import { Queue } from "workbox-background-sync/Queue.js";

/** The events that this file uses; TypeScript's DOM library declares none of them. */
interface WorkerEvent extends Event {
  request: Request;
  respondWith(reply: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerScope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

/** A hundred years; the option is in minutes. The default drops requests older than a week. */
const FOR_EVER = 100 * 365 * 24 * 60;

const queue = new Queue("items", { maxRetentionTime: FOR_EVER, onSync: sendAll });
let sending: Promise<void> | null = null;

/** Runs one replay at a time, whoever started it: two would send items twice. */
function sendAll(): Promise<void> {
  sending ??= replay().finally(() => {
    sending = null;
  });
  return sending;
}

/**
 * Does the same as the library's own `replayRequests`, which takes every reply for a delivery, plus
 * what its documentation adds for replies to retry: throwing puts the request back.
 */
async function replay(): Promise<void> {
  let entry = await queue.shiftRequest();
  while (entry !== undefined) {
    try {
      await send(entry.request);
    } catch (error) {
      await queue.unshiftRequest(entry);
      throw error;
    }
    entry = await queue.shiftRequest();
  }
}

/** @throws without a reply, and with one that is no success */
async function send(request: Request): Promise<Response> {
  const response = await fetch(request.clone());
  if (!response.ok) throw new Error(`To be tried again: ${response.status}`);
  return response;
}

async function sendOrKeep(request: Request): Promise<Response> {
  try {
    return await send(request);
  } catch {
    await queue.pushRequest({ request });
    return new Response(null, { status: 202 });
  }
}

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("fetch", (event) => {
  if (event.request.method === "POST") event.respondWith(sendOrKeep(event.request));
});
// The browser retries a failed replay, or the next wake does.
scope.addEventListener("message", (event) => event.waitUntil(sendAll().catch(() => undefined)));
