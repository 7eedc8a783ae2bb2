import { Queue } from "workbox-background-sync/Queue.js";

/** The events that this file uses; TypeScript's DOM library declares none of them. */
interface WorkerEvent extends Event {
  request: Request;
  data: "wake" | "count";
  ports: MessagePort[];
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

/**
 * Runs one replay at a time, whether Background Sync or a page started it: two would send items
 * twice.
 */
function sendAll(): Promise<void> {
  sending ??= replay().finally(() => {
    sending = null;
  });
  return sending;
}

/**
 * Does the same as the library's own `replayRequests`, which takes every reply for a delivery, plus
 * what its documentation adds for statuses to retry: throwing puts the request back.
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

/** @throws without a reply, and with a reply that asks for a retry */
async function send(request: Request): Promise<Response> {
  const response = await fetch(request.clone());
  const { status } = response;
  if (status === 401 || status >= 500) throw new Error(`To be tried again: ${status}`);
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

async function answer({ data, ports }: WorkerEvent): Promise<void> {
  ports[0]?.postMessage(await queue.size());
  // The browser retries a failed replay, or the next wake does.
  if (data === "wake") await sendAll().catch(() => undefined);
}

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("fetch", (event) => {
  if (event.request.method === "POST") event.respondWith(sendOrKeep(event.request));
});
scope.addEventListener("message", (event) => event.waitUntil(answer(event)));
