import { useEffect, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { hasVoiceNote } from "#mirror/person/agent-logs.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { keptAudioTotals } from "#mirror/person/recordings/kept-audio.ts";
import { isUnmetered } from "#platform/connection.ts";
import { roomLeft } from "#platform/storage-quota.ts";
import { useSpeechPreferences } from "#preferences/speech-preferences.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { Drafts } from "./drafts.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { NoteOutcome } from "./note-outcome.tsx";
import type { NoteProgress } from "./note-progress.ts";
import { useDrafts } from "./use-drafts.ts";
import classes from "./voice-agent-page.module.css";

/** With less free space than this, the person sees how much is left. */
const SMALL_ROOM_BYTES = 50_000_000;

/** The size of a minute of speech at the recorder's 32 kbit/s. */
const BYTES_PER_MINUTE = 240_000;

/**
 * The part of the page under the recorder: the space left, the result of the last note, unfinished
 * recordings, how it works, and an offer. It is loaded after the recorder, and shown all at once,
 * so that nothing moves while somebody taps.
 */
export function UnderRecorder(props: {
  /** Whether nothing is being recorded. */
  idle: boolean;
  /** Null if there is no last note, and therefore no progress. */
  noteId: string | null;
  progress: NoteProgress | null;
  /** Called with the id of the note to show from now on. */
  follow: (noteId: string) => void;
}) {
  const { idle, noteId, progress, follow } = props;
  const drafts = useDrafts();
  if (drafts === undefined) return <HowItWorks />;
  const transcribed = progress?.kind === "heard" || progress?.kind === "silence";
  return (
    <>
      <RoomLeft idle={idle} />
      <NoteOutcome noteId={noteId} progress={progress} sentAgain={follow} />
      <Drafts drafts={drafts} onKept={follow} />
      {!transcribed && <HowItWorks />}
      <OfferSpeech />
    </>
  );
}

/**
 * Unfinished recordings of a person who may no longer record: they keep what they recorded before.
 */
export function OwnDrafts() {
  const drafts = useDrafts();
  return drafts === undefined ? null : <Drafts drafts={drafts} onKept={() => undefined} />;
}

const SpeechModelSection = lazyWhenIdle(
  async () => (await import("#features/speech-model/speech-model-section.tsx")).SpeechModelSection,
);

/**
 * Offers to understand speech on this device: to a person who has made a note, on a connection that
 * costs nothing, until somebody has chosen or refused.
 */
function OfferSpeech() {
  const db = useMirror();
  const { size, isOfferOver } = useSpeechPreferences();
  const mayOffer = !isOfferOver && isUnmetered();
  const speaks = useLive(async () => mayOffer && (await hasVoiceNote(db)), [db, mayOffer]) ?? false;
  const [isOffered, setIsOffered] = useState(false);
  if (speaks && !isOffered) setIsOffered(true);
  // Somebody who has just chosen sees here how it goes on.
  return isOffered && (!isOfferOver || size !== null) ? <SpeechModelSection isOffer /> : null;
}

/**
 * Shows how much can still be recorded, if it is little. Sent recordings count as free space,
 * because they can be deleted. Measured again after each note.
 */
function RoomLeft(props: { idle: boolean }) {
  const { idle } = props;
  const db = useMirror();
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    if (!idle) return;
    // If the browser does not report the free space, nothing is shown.
    roomForWork(db).then(setRoom, () => undefined);
  }, [db, idle]);
  if (room === null || room >= SMALL_ROOM_BYTES) return null;
  return <p className={classes.cardNote}>{describeRoom(room)}</p>;
}

function describeRoom(room: number): string {
  const minutes = Math.floor(room / BYTES_PER_MINUTE);
  if (minutes < 1) return "This device is almost out of space: there is none for another minute.";
  const amount = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `Space left on this device: about ${amount} of audio.`;
}

/**
 * Bytes of storage for new work on this device, by the browser's estimate. Audio that may be
 * deleted to make room counts as free. Null when the browser gives no estimate.
 */
async function roomForWork(db: PersonDatabase): Promise<number | null> {
  const [room, { understood }] = await Promise.all([roomLeft(), keptAudioTotals(db)]);
  return room === null ? null : room + understood.size;
}
