import { expect, it, vi } from "vitest";
import { readUnsentWork } from "#mirror/device/unsent-work.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import { Device } from "#tests/support/sync/device.ts";
import { unsentFiles } from "./unsent-files.ts";

it("names the files like the queue, each name once, and leaves no item out", async () => {
  const device = new Device();
  const { db, ports } = device.open();
  const capturedAt = new Date(2026, 6, 4, 9, 5).getTime();
  const photo = { bytes: Uint8Array.of(1, 2, 3).buffer, width: 1, height: 1, capturedAt };
  await queuePhoto(db, ports, { ...photo, note: "Leaks at the valve" });
  await queuePhoto(db, ports, { ...photo, note: "" });
  const draft = await beginRecording(db, ports, "audio/mp4");
  await draft.append(Uint8Array.of(4).buffer, 100);
  await draft.leave();
  await db.recordings.update(draft.id, { startedAt: capturedAt });

  const read = new PersonDatabase(db.personId);
  const files = await unsentFiles(read, await readUnsentWork(read));
  read.close();
  expect(files.map(({ name, bytes }) => [name, bytes.size])).toEqual([
    ["photo-2026-07-04-0905.jpg", 3],
    ["photo-2026-07-04-0905.txt", 18],
    ["photo-2026-07-04-0905-2.jpg", 3],
    ["voice-note-2026-07-04-0905.mp4", 1],
  ]);
  expect(await files[1]?.bytes.text()).toBe("Leaks at the valve");
  device.close();
  vi.unstubAllGlobals();
});
