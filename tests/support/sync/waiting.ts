import { expect, vi } from "vitest";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import type { Context } from "./device.ts";
import type { Fate, ModelRequest, ModelServer } from "./model-server.ts";

/** Waits until the queue is empty, moving time on so that backoffs pass. */
export async function drained(context: Context): Promise<void> {
  await vi.waitFor(
    async () => {
      context.clock.advance(2_000);
      expect(await waitingItems(context.db)).toEqual([]);
    },
    { timeout: 15_000, interval: 5 },
  );
}

/** Where an item stands; undefined when it is not in the queue. */
export async function stateOf(context: Context, id: string): Promise<string | undefined> {
  return (await waitingItems(context.db)).find((item) => item.id === id)?.state;
}

/** Waits until an item stands there; with undefined, until it is not in the queue any more. */
export function untilState(context: Context, id: string, state: string | undefined): Promise<void> {
  return vi.waitFor(async () => expect(await stateOf(context, id)).toBe(state), { interval: 5 });
}

/** Deals out fates for one kind of request, one each; then answers. */
export function dealFates(server: ModelServer, kind: ModelRequest["kind"], ...list: Fate[]): void {
  server.fate = (request) => (request.kind === kind ? (list.shift() ?? "answer") : "answer");
}
