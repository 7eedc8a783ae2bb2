import { AGENTS } from "@contracts/agent.ts";
import { useShownIdentity } from "#session/pin.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { RecorderPanel } from "./recorder-panel.tsx";
import { useNoteProgress } from "./use-note-progress.ts";
import { useVoiceRecording } from "./use-voice-recording.ts";
import classes from "./voice-agent-page.module.css";

const UnderRecorder = lazyWhenIdle(
  async () => (await import("./under-recorder.tsx")).UnderRecorder,
  <HowItWorks />,
);
const OwnDrafts = lazyWhenIdle(async () => (await import("./own-drafts.tsx")).OwnDrafts);

/** Records voice notes, and shows the result of the last one. */
export function AgentPage() {
  const allowed = useShownIdentity()?.canUseVoiceAgent === true;
  return (
    <div className={classes.page}>
      <PageHeading title={AGENTS.voice.name} subtitle={AGENTS.voice.does} />
      {allowed ? <Recorder /> : <NoAccess />}
    </div>
  );
}

function Recorder() {
  const [recording, { phase, noteId }] = useVoiceRecording();
  const progress = useNoteProgress(noteId);
  return (
    <>
      <RecorderPanel recording={recording} phase={phase} progress={progress} />
      <UnderRecorder
        idle={phase === "idle"}
        noteId={noteId}
        progress={progress}
        follow={recording.follow}
      />
    </>
  );
}

function NoAccess() {
  return (
    <>
      <p className={classes.card}>
        You don't have access to the Voice Agent. Ask your administrator.
      </p>
      <OwnDrafts />
    </>
  );
}
