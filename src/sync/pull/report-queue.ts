import { detectDevice } from "@contracts/person-activity.ts";
import { readQueue } from "#mirror/person/outbox/read-queue.ts";
import type { Pull } from "./pull.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Tells the server how many items wait on this device and since when, for the overview of administrators:
 * when that has changed, and at most once an hour while something waits. A queue whose oldest item has not
 * waited for an hour counts as empty: most items are sent in a moment.
 */
export const reportQueue: Pull = {
  scope: null,
  tables: [],
  async run(db, backend, now) {
    const last = await db.queueReports.toCollection().first();
    const { waiting, oldest } = await readQueue(db, HOUR_MS, now());
    const isSame = waiting === (last?.waiting ?? 0) && oldest === (last?.oldest ?? null);
    const isEarly = waiting > 0 && last !== undefined && now() - last.reportedAt < HOUR_MS;
    if (isSame || isEarly) return { kind: "ok", value: null };
    const device = last?.device ?? nameDevice();
    const report = { user_id: db.personId, device, waiting, oldest };
    const sent = await backend.rows.addUnread(db.personId, "device_queues", report);
    if (sent.kind !== "ok") return sent;
    await db.queueReports.put({ device, waiting, oldest, reportedAt: now() });
    return { kind: "ok", value: null };
  },
};

/** A name that an administrator can tell from that of another device. */
const nameDevice = () =>
  `${detectDevice(navigator.userAgent) ?? "Device"} ${crypto.randomUUID().slice(0, 8)}`;
