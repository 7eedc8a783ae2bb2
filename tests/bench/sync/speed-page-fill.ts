import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { browserPorts } from "#platform/browser-ports.ts";

/**
 * Stores `count` waiting voice notes of `bytes` bytes each in one transaction, in the state that
 * sealing a note leaves it.
 */
export async function fillOutbox(db: PersonDatabase, count: number, bytes: number): Promise<void> {
  const items = Array.from({ length: count }, () => voiceItem(bytes));
  await db.transaction("rw", db.outbox, db.recordings, db.recordingChunks, async () => {
    await db.outbox.bulkAdd(items);
    await db.recordings.bulkAdd(
      items.map(({ id, size, capturedAt }) => ({
        id,
        mimeType: "audio/webm;codecs=opus",
        startedAt: capturedAt,
        durationMs: 1000,
        size,
        state: "sealed" as const,
      })),
    );
    await db.recordingChunks.bulkAdd(
      items.map(({ id }) => ({ recordingId: id, seq: 0, bytes: new ArrayBuffer(bytes) })),
    );
  });
}

function voiceItem(size: number): QueueItem {
  const id = browserPorts.newId();
  return {
    id,
    lane: `voice:${id}`,
    capturedAt: Date.now(),
    size,
    payload: { kind: "voice", mimeType: "audio/webm;codecs=opus", durationMs: 1000 },
    state: "queued",
    attempts: 0,
    due: 0,
    reason: null,
    steps: {},
  };
}
