import type { Find } from "./finding.ts";
import { chunksOf, isSpoken, type MadeItem, nameOf, sha256, soundsOf } from "./made-items.ts";
import { isQueued, type Stores, soundIn } from "./stores.ts";

/**
 * Checks the bytes that an account has on the device: the bytes of waiting items, of unfinished
 * recordings and of kept recordings must be there as recorded, and every chunk must belong to
 * exactly one of them.
 */
export function sounds(find: Find, device: Stores, made: MadeItem[]): void {
  const itemOf = (id: unknown) => made.find((item) => item.id === id);

  function soundKept(item: MadeItem, where: string): void {
    const sound = soundIn(device, item.id);
    if (soundsOf(item).includes(sha256(sound))) return;
    const broken = sound.length < item.content.length ? "lost" : "altered";
    find(broken, `bytes of ${where}: ${nameOf(item)}`);
  }

  for (const { id } of device.outbox) {
    const item = itemOf(id);
    if (item === undefined) find("duplicated", `in the queue, and nobody made it: ${id}`);
    else if (item.kind === "photo") {
      const photo = device.photos.find((each) => each.id === id);
      const bytes = new Uint8Array((photo?.bytes as ArrayBuffer | undefined) ?? []);
      if (sha256(bytes) !== sha256(item.content)) find("lost", `bytes of ${nameOf(item)}`);
    } else if (isSpoken(item)) soundKept(item, "what waits");
  }
  for (const { id, state } of device.recordings) {
    const item = itemOf(id);
    const isWaiting = isQueued(device, id);
    if ((state === "sealed") !== isWaiting) {
      find(isWaiting ? "duplicated" : "lost", `${state}, queued: ${isWaiting}: ${nameOf(item)}`);
    }
    // Before its first chunk a recording has no bytes to check.
    const isBegun = soundIn(device, id).length > 0 || (item?.captured ?? 0) > 0;
    if (item !== undefined && isBegun) soundKept(item, "a recording");
  }
  // A recording that arrived is still playable, or was sent again as exactly one item.
  for (const { id, size, sentAgainAs } of device.keptAudio) {
    const item = itemOf(id);
    if (item === undefined) find("duplicated", `nobody made ${id}`);
    else if (sentAgainAs !== null) {
      const isKnown = made.some((other) => other.id === sentAgainAs && other.again === id);
      if (!isKnown) find("duplicated", `sent again, not by a tap: ${nameOf(item)}`);
    } else {
      soundKept(item, "what arrived");
      const isWhole = size === soundIn(device, id).length;
      if (!isWhole) find("altered", `the size of what arrived: ${nameOf(item)}`);
    }
  }
  for (const id of new Set(device.recordingChunks.map(({ recordingId }) => recordingId))) {
    const kept = device.keptAudio.filter(({ sentAgainAs }) => sentAgainAs === null);
    const owners = [...device.recordings, ...kept].filter((row) => row.id === id).length;
    const about = `bytes of ${owners} things: ${nameOf(itemOf(id))}`;
    if (owners !== 1) find(owners === 0 ? "left over" : "duplicated", about);
  }
}

/** Checks that drafts have the pieces of their recordings once and in order, and whole ones all. */
export function speechDrafts(find: Find, device: Stores, made: MadeItem[]): void {
  for (const { id, pieces, state } of device.speechDrafts) {
    const item = made.find((each) => each.id === id);
    if (item === undefined) {
      find("duplicated", `a draft of ${id}`);
      continue;
    }
    const heard = (pieces as { words: { text: string }[] }[]).map(({ words }) => words[0]?.text);
    const chunks = chunksOf(item).map((chunk) => sha256(chunk));
    // A page that died left a part of its recording, and may have left none.
    const here = device.recordingChunks.filter(({ recordingId }) => recordingId === id);
    const least = item.saved ? chunks.length : here.length;
    if (heard.some((text, place) => text !== chunks[place])) {
      find("altered", `the draft of ${nameOf(item)}`);
    } else if (state === "whole" && heard.length < least) {
      find("lost", `pieces of the draft of ${nameOf(item)}`);
    }
  }
}
