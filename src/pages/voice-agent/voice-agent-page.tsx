import { useShownIdentity } from "../../session/hold.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Drafts } from "./drafts.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { NoteOutcome } from "./note-outcome.tsx";
import { RecorderPanel } from "./recorder-panel.tsx";
import { RoomLeft } from "./room-left.tsx";
import { useDrafts } from "./use-drafts.ts";
import { useNoteProgress } from "./use-note-progress.ts";
import { useVoiceRecording } from "./use-voice-recording.ts";
import classes from "./voice-agent-page.module.css";

/** Records voice notes, and shows what becomes of the last one. */
export function VoiceAgentPage() {
  const allowed = useShownIdentity()?.canUseVoiceAgent === true;
  return (
    <div className={classes.page}>
      <PageHeading title="Voice Agent" subtitle="Record voice → AI summary" />
      {allowed ? <Recorder /> : <NoAccess />}
    </div>
  );
}

function Recorder() {
  const [recording, { phase, noteId }] = useVoiceRecording();
  const progress = useNoteProgress(noteId);
  const drafts = useDrafts();
  const transcribed = progress?.kind === "heard" || progress?.kind === "silence";
  return (
    <>
      <RecorderPanel recording={recording} phase={phase} progress={progress} />
      <RoomLeft idle={phase === "idle"} />
      <NoteOutcome noteId={noteId} progress={progress} sentAgain={recording.follow} />
      {drafts !== undefined && <Drafts drafts={drafts} onKept={recording.follow} />}
      {/* After the drafts are known, or they would push it down under somebody's finger. */}
      {drafts !== undefined && !transcribed && <HowItWorks />}
    </>
  );
}

/** What was recorded before the access was taken away is still theirs. */
function NoAccess() {
  const drafts = useDrafts();
  return (
    <>
      <p className={classes.card}>
        You don't have access to the Voice Agent. Ask your administrator.
      </p>
      {drafts !== undefined && <Drafts drafts={drafts} onKept={() => undefined} />}
    </>
  );
}
