import { expect, it } from "vitest";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { drained, retryAll, sendUntil, untilState } from "#tests/support/sync/waiting.ts";
import { makeDueNow } from "../mirror/person/outbox/due.ts";
import { waitingItems } from "../mirror/person/outbox/outbox.ts";
import { UNDO_MS } from "../mirror/person/outbox/stored-item.ts";
import { keepsRetryTime } from "../sync/engine/pauses.ts";
import { beginRecording } from "./recording-session.ts";

async function leaveNote(): Promise<string> {
  const note = await beginRecording(tab.db, tab.ports, "audio/webm;codecs=opus");
  await note.append(new Uint8Array(100).buffer, 1000);
  await note.seal("undoable");
  return note.id;
}

/** Waits until another note, queued later, has arrived: the engines have done all they can now. */
async function untilOthersArrived(): Promise<void> {
  await untilState(tab, await device.record(tab), undefined);
}

it("a note queued by leaving is sent automatically after its undo time", async () => {
  tab.engine.start();
  const id = await leaveNote();
  await untilOthersArrived();
  expect(await waitingItems(tab.db)).toMatchObject([{ id, state: "queued", attempts: 0 }]);
  device.clock.advance(UNDO_MS);
  await drained(tab);
  expect(device.server.providerCalls.filter((call) => call === id)).toHaveLength(1);
});

it("a returning network or a visible page does not shorten the undo time; Retry does", async () => {
  tab.engine.start();
  const id = await leaveNote();
  tab.engine.wake("network");
  tab.engine.wake("visible");
  await untilOthersArrived();
  expect(await waitingItems(tab.db)).toMatchObject([{ id, attempts: 0 }]);
  await retryAll(tab);
  expect([...device.server.logs.keys()]).toContain(id);
});

it("after the clock was set back, the note is sent when the page becomes visible", async () => {
  const id = await leaveNote();
  device.clock.set(-30 * 60_000);
  await sendUntil(tab, id, undefined);
  expect(device.server.logs.size).toBe(1);
});

it("after its undo time, the note is sent in the usual order, small before large", async () => {
  await device.record(tab, 5000);
  const id = await leaveNote();
  device.clock.advance(UNDO_MS);
  await makeDueNow(tab.db, keepsRetryTime(device.clock.now()));
  expect(await tab.db.outbox.get(id)).toMatchObject({ due: 0 });
});
