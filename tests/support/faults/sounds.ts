import type { Finding } from "./finding.ts";
import { isSpoken, type MadeItem, nameOf, sha256, soundsOf } from "./made-items.ts";
import { type Stores, soundIn } from "./stores.ts";

/**
 * Checks the bytes that an account has on the device: the bytes of waiting items, of unfinished
 * recordings and of kept recordings must be there as recorded, and every chunk must belong to
 * exactly one of them.
 */
export function sounds(device: Stores, made: MadeItem[]): Finding[] {
  const itemOf = (id: unknown) => made.find((item) => item.id === id);
  const findings: Finding[] = [];
  const find = (broken: Finding["broken"], about: string) => findings.push({ broken, about });

  for (const { id } of device.outbox) {
    const item = itemOf(id);
    if (item === undefined) find("duplicated", `in the queue, and nobody made it: ${id}`);
    else if (item.kind === "photo") findings.push(...photoKept(device, item));
    else if (isSpoken(item)) findings.push(...soundKept(device, item, "what waits"));
  }
  for (const { id, state } of device.recordings) {
    const item = itemOf(id);
    const isQueued = device.outbox.some((row) => row.id === id);
    if ((state === "sealed") !== isQueued) {
      find(isQueued ? "duplicated" : "lost", `${state}, queued: ${isQueued}: ${nameOf(item)}`);
    }
    // Before its first chunk a recording has no bytes to check.
    const isBegun = soundIn(device, id).length > 0 || (item?.captured ?? 0) > 0;
    if (item !== undefined && isBegun) findings.push(...soundKept(device, item, "a recording"));
  }
  for (const row of device.keptAudio) findings.push(...arrivedKept(device, made, row));
  findings.push(...owners(device, itemOf));
  return findings;
}

function photoKept(device: Stores, item: MadeItem): Finding[] {
  const photo = device.photos.find(({ id }) => id === item.id);
  const bytes = new Uint8Array((photo?.bytes as ArrayBuffer | undefined) ?? []);
  return sha256(bytes) === sha256(item.content)
    ? []
    : [{ broken: "lost", about: `bytes on the device of ${nameOf(item)}` }];
}

function soundKept(device: Stores, item: MadeItem, where: string): Finding[] {
  const sound = soundIn(device, item.id);
  if (soundsOf(item).includes(sha256(sound))) return [];
  const broken = sound.length < item.content.length ? "lost" : "altered";
  return [{ broken, about: `bytes of ${where}: ${nameOf(item)}` }];
}

/**
 * Checks a recording that arrived: it must still be playable, or have been sent again as exactly
 * one item, which has its bytes since.
 */
function arrivedKept(
  device: Stores,
  made: MadeItem[],
  row: Stores["keptAudio"][number],
): Finding[] {
  const item = made.find(({ id }) => id === row.id);
  if (item === undefined) return [{ broken: "duplicated", about: `nobody made ${row.id}` }];
  if (row.sentAgainAs === null) {
    const findings = soundKept(device, item, "what arrived");
    if (row.size !== soundIn(device, row.id).length) {
      findings.push({ broken: "altered", about: `the size of what arrived: ${nameOf(item)}` });
    }
    return findings;
  }
  const known = made.some(({ id, again }) => id === row.sentAgainAs && again === row.id);
  return known
    ? []
    : [{ broken: "duplicated", about: `sent again, not by a tap: ${nameOf(item)}` }];
}

function owners(device: Stores, itemOf: (id: unknown) => MadeItem | undefined): Finding[] {
  const ids = new Set(device.recordingChunks.map(({ recordingId }) => recordingId));
  return [...ids].flatMap((recordingId): Finding[] => {
    const recordings = device.recordings.filter(({ id }) => id === recordingId);
    const kept = device.keptAudio.filter(({ id, sentAgainAs }) => {
      return id === recordingId && sentAgainAs === null;
    });
    const count = recordings.length + kept.length;
    if (count === 1) return [];
    const about = `bytes of ${count} things: ${nameOf(itemOf(recordingId))}`;
    return [{ broken: count === 0 ? "left over" : "duplicated", about }];
  });
}
