import Dexie from "dexie";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AccountAnew } from "#tests/support/sync/account-anew.ts";
import { dieAt, loadPage } from "#tests/support/sync/earlier-account.ts";
import { expectAllOnce, makeSome, unsentIn } from "#tests/support/sync/work-of-account.ts";
import { discardItem, waitingItems } from "../mirror/person/outbox/outbox.ts";

let account: AccountAnew;

beforeEach(() => {
  vi.stubGlobal("caches", { keys: async () => [] });
});
afterEach(() => account.close());

async function finishInNewPage(): Promise<void> {
  const { clock, locks } = account.device;
  const page = await loadPage(locks);
  await page.finishMoves({ clock, locks });
  expect(await page.readMoves()).toEqual([]);
  page.close();
}

/** Kills the page at every point in turn, runs `meanwhile`, and then lets the next page finish. */
async function killEverywhere(
  meanwhile: () => Promise<void>,
  judge: (made: Record<string, string>) => Promise<void>,
): Promise<number> {
  for (let point = 1; ; point += 1) {
    account = new AccountAnew();
    const made = await makeSome(account.device);
    account.beginAnew();
    const { died, points } = await dieAt(point, account.device.locks, (page) =>
      account.takeOverIn(page),
    );
    const where = `killed at point ${point}: ${points.at(-1)}`;
    const somewhere = new Set([
      ...(await unsentIn(account.from)),
      ...(await unsentIn(account.ids.to)),
    ]);
    expect([...somewhere].sort(), where).toEqual(Object.values(made).sort());
    await meanwhile();
    await finishInNewPage();
    // If the kill came before the move was noted, nothing was moved, and the person taps again.
    if ((await unsentIn(account.from)).length > 0) {
      expect(await unsentIn(account.ids.to), where).toEqual([]);
      await account.takeOver();
    }
    await judge(made);
    account.close();
    vi.stubGlobal("caches", { keys: async () => [] });
    if (!died) return point;
  }
}

it("a page is killed at any point while it takes over: everything is sent once, even if sent before the move ends", async () => {
  const points = await killEverywhere(
    async () => {
      account.now.engine.start();
      await vi.waitFor(async () => {
        account.now.clock.advance(2_000);
        expect(await waitingItems(account.now.db)).toEqual([]);
      });
    },
    (made) => expectAllOnce(account.device, account.now, account.ids, made),
  );
  expect(points).toBeGreaterThan(40);
}, 180_000);

it("a page is killed at any point while it takes over: items discarded before the move is finished stay discarded", async () => {
  let discarded: string[] = [];
  await killEverywhere(
    async () => {
      discarded = (await waitingItems(account.now.db)).map(({ id }) => id);
      for (const id of discarded) await discardItem(account.now.db, id);
    },
    async (made) => {
      const left = Object.values(made).filter((id) => !discarded.includes(id));
      expect((await unsentIn(account.ids.to)).sort()).toEqual(left.sort());
      expect(await Dexie.exists(`field-agents-${account.from}`)).toBe(false);
    },
  );
}, 180_000);
