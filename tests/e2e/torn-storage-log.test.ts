import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stackForEachTest } from "../support/e2e/pages.ts";
import { recordNote, signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { expectEachOnce, leaveWaiting, waitingIds } from "../support/e2e/waiting-items.ts";

const stack = stackForEachTest();

it("a browser that was killed in the middle of a write keeps everything through the next two starts", async () => {
  const person = await stack.userId(stack.technician);
  const url = stack.network.url;
  const first = await stack.browser();
  const page = await first.newPage();
  await signInAs(page, url, stack.technician);
  await untilInstalled(page);
  stack.network.cut();
  await leaveWaiting(page, url, person, ["label"]);
  await first.kill();
  leaveHalfARecord(first.profile);

  const second = await stack.browser();
  const again = await second.newPage();
  await again.goto(`${url}/voice-agent`);
  await recordNote(again, 1);
  await syncStatus(again, "2 waiting to send").waitFor();
  const waiting = await waitingIds(again, person);
  await second.kill();

  const third = await stack.browser();
  const last = await third.newPage();
  await last.goto(`${url}/voice-agent`);
  await syncStatus(last, "2 waiting to send").waitFor();
  expect(await waitingIds(last, person)).toEqual(waiting);
  stack.network.restore();
  await syncStatus(last, "Everything sent").waitFor();
  await expectEachOnce(stack, waiting);
});

/** The type of a record that is not divided. */
const WHOLE = 1;

/**
 * Appends to the log of Chromium's IndexedDB what a kill leaves there between two writes of one record: its header, which
 * has the length of the whole record, and the first part of its data.
 */
function leaveHalfARecord(profile: string): void {
  const folder = join(profile, "Default", "IndexedDB");
  const files = readdirSync(folder, { encoding: "utf8", recursive: true });
  // The newest; the one before it may not have been deleted yet.
  const log = files
    .filter((name) => name.endsWith(".log"))
    .sort()
    .at(-1);
  if (log === undefined) throw new Error(`No log: ${files}`);
  const header = Buffer.alloc(7);
  header.writeUInt32LE(0x5eed5eed, 0);
  header.writeUInt16LE(1000, 4);
  header.writeUInt8(WHOLE, 6);
  appendFileSync(join(folder, log), Buffer.concat([header, Buffer.alloc(100, "x")]));
}
