import { Box, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { noticeText, type VoiceNotice } from "#features/recorder/voice-notice.ts";
import type { VoiceRecording } from "#features/recorder/voice-recording.ts";
import { UnfinishedActions } from "#features/unfinished/unfinished-actions.tsx";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { hasVoiceNote } from "#mirror/person/agent-logs.ts";
import { UNDO_MS } from "#mirror/person/outbox/stored-item.ts";
import { deleteEmptyRecordings, useUnfinished } from "#mirror/person/outbox/unsent.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { keptAudioTotals } from "#mirror/person/recordings/kept-audio.ts";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";
import { type TakenBack, unsealRecording } from "#mirror/person/recordings/recordings.ts";
import { isUnmetered } from "#platform/connection.ts";
import { roomLeft } from "#platform/storage-quota.ts";
import { useSpeechPreferences } from "#preferences/speech-preferences.ts";
import { useSession } from "#session/session.ts";
import { formatElapsed, formatMoment } from "#ui/format.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { showError, showStatus, showUndo } from "#ui/toast.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { NoteOutcome } from "./note-outcome.tsx";
import type { NoteProgress } from "./note-progress.ts";
import classes from "./under-recorder.module.css";

/** With less free space than this, the person sees how much is left. */
const SMALL_ROOM_BYTES = 50_000_000;

/** Shorter than the note waits before it is sent, so that a tap at the last moment still works. */
const OFFERED_MS = UNDO_MS - 1000;

const RESULTS: Readonly<Record<TakenBack, [title: string, message: string]>> = {
  "taken-back": [
    "Recording not sent",
    "It is unfinished now. Open the Voice Agent to keep or discard it.",
  ],
  "on-its-way": ["Too late to undo", "The recording is already on its way."],
  gone: ["Too late to undo", "The recording has already arrived, or was discarded."],
};

/** The size of a minute of speech at the recorder's 32 kbit/s. */
const BYTES_PER_MINUTE = 240_000;

/**
 * The part of the page under the recorder: the space left, the result of the last note, unfinished
 * recordings, how it works, and an offer. It is loaded after the recorder, and shown all at once,
 * so that nothing moves while somebody taps.
 */
export function UnderRecorder(props: {
  recording: VoiceRecording;
  /** Whether nothing is being recorded. */
  idle: boolean;
  /** Null if there is no last note, and therefore no progress. */
  noteId: string | null;
  progress: NoteProgress | null;
}) {
  const { recording, idle, noteId, progress } = props;
  const { follow } = recording;
  const drafts = useDrafts();
  if (drafts === undefined) return <HowItWorks />;
  const transcribed = progress?.kind === "heard" || progress?.kind === "silence";
  return (
    <>
      <RoomLeft idle={idle} />
      {noteId !== null && <NoteOutcome noteId={noteId} progress={progress} sentAgain={follow} />}
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

/** Offers a person who has made a note to understand speech on this device, until they choose. */
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
    Promise.all([roomLeft(), keptAudioTotals(db)]).then(
      ([left, { understood }]) => setRoom(left === null ? null : left + understood.size),
      () => undefined,
    );
  }, [db, idle]);
  if (room === null || room >= SMALL_ROOM_BYTES) return null;
  return (
    <Text c="dimmed" fz="sm">
      {describeRoom(room)}
    </Text>
  );
}

function describeRoom(room: number): string {
  const minutes = Math.floor(room / BYTES_PER_MINUTE);
  if (minutes < 1) return "This device is almost out of space: there is none for another minute.";
  const amount = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `Space left on this device: about ${amount} of audio.`;
}

/** Voice notes that were started but never finished; undefined until they have been read. */
function useDrafts(): Recording[] | undefined {
  const db = useMirror();
  const found = useUnfinished();
  useEffect(() => {
    // An empty recording is not shown anywhere: if this fails, it is deleted at another visit.
    deleteEmptyRecordings(db).catch(() => undefined);
  }, [db]);
  return found?.unfinished.filter(({ question }) => question === undefined);
}

/** Unfinished recordings, with the actions that the person can choose. */
function Drafts(props: { drafts: Recording[]; onKept: (id: string) => void }) {
  const { drafts, onKept } = props;
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts">
      <Box component="h2" id="drafts" mb="0.625rem" fz="lg" fw={650}>
        {drafts.length === 1 ? "Unfinished recording" : "Unfinished recordings"}
      </Box>
      <ul className={classes.drafts}>
        {drafts.map((draft) => (
          <li key={draft.id} className={classes.draft}>
            <Group align="baseline" gap="0.25rem 0.75rem">
              <span className={classes.length}>{formatElapsed(draft.durationMs)}</span>
              <Box component="time" dateTime={new Date(draft.startedAt).toISOString()} c="dimmed">
                {formatMoment(draft.startedAt)}
              </Box>
            </Group>
            <UnfinishedActions recording={draft} send="Keep" onSent={() => onKept(draft.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows a notice about a recording, even after its page was left. */
export function tell(db: PersonDatabase, notice: VoiceNotice): void {
  const { title, message, tone } = noticeText(notice);
  if (notice.kind === "saved") offerUndo(db, notice.noteId, title, message);
  else if (tone === "error") showError(title, message);
  else showStatus(title, message);
}

/** Shows that a note was queued because its page was left, and lets the person take it back. */
function offerUndo(db: PersonDatabase, noteId: string, title: string, message: string): void {
  const isTheirs = () => useSession.getState().identity?.id === db.personId;
  // The session may have ended while the note was recorded.
  if (!isTheirs()) {
    showStatus(title, message);
    return;
  }
  const close = showUndo({
    title,
    message,
    forMs: OFFERED_MS,
    undo: () =>
      unsealRecording(db, noteId).then(
        (result) => showStatus(...RESULTS[result]),
        () => showError("Error", "It could not be undone. The recording is kept and will be sent."),
      ),
    closed: () => unfollow(),
  });
  // The next person who signs in must not see it.
  const unfollow = useSession.subscribe(() => {
    if (!isTheirs()) close();
  });
}
