import { expect, vi } from "vitest";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import type { Context } from "./device.ts";
import type { Fate, ModelRequest, ModelServer } from "./model-server.ts";

/** Waits until the queue is empty; moves the clock so that backoffs pass. */
export async function drained(context: Context): Promise<void> {
  await vi.waitFor(
    async () => {
      context.clock.advance(2_000);
      expect(await waitingItems(context.db)).toEqual([]);
    },
    { timeout: 15_000, interval: 5 },
  );
}

export async function sendAll(context: Context): Promise<void> {
  context.engine.start();
  await drained(context);
}

/** Ends the engine's pauses, and waits until the queue is empty. */
export async function retryAll(context: Context): Promise<void> {
  void context.engine.wake("retry");
  await drained(context);
}

export async function stateOf(context: Context, id: string): Promise<string | undefined> {
  return (await waitingItems(context.db)).find((item) => item.id === id)?.state;
}

/** Waits until an item has that state; with undefined, until it is no longer in the queue. */
export function untilState(context: Context, id: string, state: string | undefined): Promise<void> {
  return vi.waitFor(async () => expect(await stateOf(context, id)).toBe(state), { interval: 5 });
}

export function sendUntil(context: Context, id: string, state: string | undefined): Promise<void> {
  context.engine.start();
  return untilState(context, id, state);
}

/** Gives each next request of one kind the next fate of the list; later ones are answered. */
export function dealFates(server: ModelServer, kind: ModelRequest["kind"], ...list: Fate[]): void {
  server.fate = (request) => (request.kind === kind ? (list.shift() ?? "answer") : "answer");
}
