import { readUnsent } from "#mirror/person/outbox/read-unsent.ts";
import { queueRecording } from "#outbox/recording-session.ts";
import { LATE_MS } from "./fault-network.ts";
import type { Finding } from "./finding.ts";
import { draftsIn, readAccount, readQueue } from "./stores.ts";
import type { Tab } from "./tab.ts";
import type { World } from "./world.ts";

/** How many pages may still die, freeze or lose their session while everything is repaired. */
const MOST_PAGES = 8;

/**
 * The end of every story: the network works, and each person in turn opens a page, signs in again
 * when asked, discards the items of an earlier account, which the app shows until then, and keeps the
 * recordings that a dead page left unfinished.
 * @returns the promises of the contract that are broken then
 */
export async function heal(world: World, withinMs: number): Promise<Finding[]> {
  world.network.faults = [];
  world.network.up = true;
  world.disk.room = Number.POSITIVE_INFINITY;
  for (const { storage } of world.tabs) storage.mend();
  for (const accountId of [world.accounts.signIn(), ...world.accounts.seen]) {
    await drainAs(world, accountId, withinMs);
  }
  const thawed = world.living().filter(({ frozen }) => frozen);
  for (const tab of thawed) tab.thaw();
  // Late copies of requests and contexts that thaw late must not change anything any more.
  const echoes = thawed.length > 0 || world.device.clock.untilNext() !== null;
  await world.elapse(echoes ? LATE_MS : 0);
  return world.judge("drained");
}

/** Keeps a page of a person open until all their items are sent. */
async function drainAs(world: World, accountId: string, withinMs: number): Promise<void> {
  const { clock } = world.device;
  const { accounts } = world;
  const end = clock.ticks() + withinMs;
  const person = accounts.personOf(accountId);
  const isDrained = async () => {
    const own = [...accounts.seen].filter((seen) => accounts.personOf(seen) === person);
    for (const account of own) if (!(await isEmpty(account))) return false;
    return true;
  };
  const isAwake = (tab: Tab) => world.pages().includes(tab) && !tab.frozen;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const personId = accounts.signIn(accountId);
    const old = world.pages().find((tab) => tab.personId === personId && isAwake(tab));
    const page = old ?? (await world.open());
    const { engine } = page.context;
    await world.settle();
    if (!isAwake(page)) continue;
    if ([...accounts.seen].some((seen) => accounts.isGone(seen))) {
      const isOver = world.begin(page, world.person.formerWork(page, "discard"));
      await world.elapse(end - clock.ticks(), async () => isOver() || !isAwake(page));
    }
    await world.doing(page, keepDrafts(page));
    if (page === old) engine.wake("visible");
    else engine.start();
    await world.elapse(end - clock.ticks(), async () => !isAwake(page) || (await isDrained()));
    if (await isDrained()) return;
  }
}

/** Whether nothing waits under an account except items that need its person's attention. */
async function isEmpty(accountId: string): Promise<boolean> {
  const queue = await readQueue(accountId);
  if (queue.some(({ state }) => state !== "needs-attention")) return false;
  const stores = await readAccount(accountId);
  return stores === null || draftsIn(stores).length === 0;
}

async function keepDrafts({ context }: Tab): Promise<void> {
  const { unfinished } = await readUnsent(context.db, context.ports.locks);
  for (const { id } of unfinished) await queueRecording(context.db, id);
}
