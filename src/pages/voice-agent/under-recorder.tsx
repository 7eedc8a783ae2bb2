import { Drafts } from "./drafts.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { NoteOutcome } from "./note-outcome.tsx";
import type { NoteProgress } from "./note-progress.ts";
import { OfferSpeech } from "./offer-speech.tsx";
import { RoomLeft } from "./room-left.tsx";
import { useDrafts } from "./use-drafts.ts";

/**
 * The part of the page under the recorder: the space left, the result of the last note, unfinished
 * recordings, how it works, and an offer. It is loaded after the recorder, and shown all at once, so that
 * nothing moves while somebody taps.
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
