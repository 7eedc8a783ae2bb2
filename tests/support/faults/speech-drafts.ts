import { ScriptedHearer, startScriptedDrafts } from "../scripted-hearer.ts";
import type { Finding } from "./finding.ts";
import { chunksOf, type MadeItem, nameOf, sha256 } from "./made-items.ts";
import { asHere } from "./page-storage.ts";
import type { Stores } from "./stores.ts";
import type { Tab } from "./tab.ts";

/** How long a chunk is listened to, in milliseconds. */
const CHUNK_MS = 400;

/** Understands speech in a page as the app does, until the page ends. @returns a function that stops it earlier */
export function makeSpeechDrafts({ context, life, clock }: Omit<Tab, "leave">): () => void {
  const { db, ports } = context;
  const here = asHere((listen: () => void) => listen());
  // Each chunk is one word, which names the chunk's content.
  const hearer = new ScriptedHearer({
    wordOf: sha256,
    after: (listen) => clock.after(CHUNK_MS, () => here(listen)),
  });
  const stop = startScriptedDrafts(clock, { db, hearer, locks: ports.locks });
  // A dead page watches nothing: what still watched would keep its whole device in memory.
  life.onDeath(stop);
  return stop;
}

/**
 * Checks the drafts on the device: each has the pieces of its recording once and in order, and a
 * whole one has them all.
 */
export function speechDrafts(device: Stores, made: MadeItem[]): Finding[] {
  return device.speechDrafts.flatMap((row): Finding[] => {
    const item = made.find(({ id }) => id === row.id);
    if (item === undefined) return [{ broken: "duplicated", about: `a draft of ${row.id}` }];
    const pieces = row.pieces as { words: { text: string }[] }[];
    const heard = pieces.map(({ words: [word] }) => word?.text ?? "");
    const chunks = chunksOf(item).map((chunk) => sha256(chunk));
    const isPrefix = heard.every((text, place) => text === chunks[place]);
    if (!isPrefix) return [{ broken: "altered", about: `the draft of ${nameOf(item)}` }];
    // A page that died left a part of its recording, and may have left none.
    const here = device.recordingChunks.filter(({ recordingId }) => recordingId === row.id);
    const least = item.saved ? chunks.length : here.length;
    return row.state === "whole" && heard.length < least
      ? [{ broken: "lost", about: `pieces of the draft of ${nameOf(item)}` }]
      : [];
  });
}
