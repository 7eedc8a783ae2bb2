import { AGENTS } from "@contracts/agent.ts";
import { Button } from "@mantine/core";
import { CircleCheck, Mic, Pause, Square } from "lucide-react";
import { type MouseEvent, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useStore } from "zustand";
import { openAudioRecorder } from "#capture/audio-recorder.ts";
import { useElapsed } from "#features/recorder/use-elapsed.ts";
import {
  createVoiceRecording,
  type RecordingPhase,
  type VoiceRecording,
} from "#features/recorder/voice-recording.ts";
import { whileRecording } from "#features/recorder/while-recording.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { useItemStatus } from "#mirror/person/outbox/item-status.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useShownIdentity } from "#session/pin.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { queuedProgress } from "#ui/item-progress.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import { TickRing } from "#ui/tick-ring.tsx";
import { showError } from "#ui/toast.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { type NoteProgress, noteProgress } from "./note-progress.ts";
import dialClasses from "./record-button.module.css";
import classes from "./voice-agent-page.module.css";

/** One per mirror and not per page: a note is still being stored after its page is left. */
const recordings = new WeakMap<PersonDatabase, VoiceRecording>();

const UnderRecorder = lazyWhenIdle(
  async () => (await import("./under-recorder.tsx")).UnderRecorder,
  <HowItWorks />,
);
const JobChip = lazyWhenIdle(async () => (await import("#features/jobs/job-chip.tsx")).JobChip);
const OwnDrafts = lazyWhenIdle(async () => (await import("./under-recorder.tsx")).OwnDrafts);

/** Records voice notes, and shows the result of the last one. */
export function AgentPage() {
  const allowed = useShownIdentity()?.canUseVoiceAgent === true;
  return (
    <div className={classes.page}>
      <PageHeading title={AGENTS.voice.name} subtitle={AGENTS.voice.does} />
      {allowed ? (
        <Recorder />
      ) : (
        <>
          <p className={classes.card}>
            You don't have access to the Voice Agent. Ask your administrator.
          </p>
          <OwnDrafts />
        </>
      )}
    </div>
  );
}

function Recorder() {
  const recording = openVoiceRecording(useMirror());
  const { phase, noteId } = useStore(recording.store);
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!state?.record) return;
    // A reload starts no recording.
    navigate(pathname, { replace: true });
    void recording.start();
  }, [state, pathname, navigate, recording]);
  // Leaving the page ends the recording.
  useEffect(() => () => recording.leave(), [recording]);
  const reachable = useReachable();
  const status = useItemStatus(noteId);
  // Not read yet: a note is always queued before it is shown here.
  const known = status ? noteProgress(status, reachable) : queuedProgress(reachable);
  const progress = noteId === null ? null : known;
  return (
    <>
      {/* Its place is there from the start, so that it never moves the button. */}
      <div className={classes.job}>
        <JobChip />
      </div>
      <RecorderPanel recording={recording} phase={phase} progress={progress} />
      <UnderRecorder
        recording={recording}
        idle={phase === "idle"}
        noteId={noteId}
        progress={progress}
      />
    </>
  );
}

/** The recorder of a person in this tab. */
function openVoiceRecording(db: PersonDatabase): VoiceRecording {
  const existing = recordings.get(db);
  if (existing !== undefined) return existing;
  const created = createVoiceRecording({
    openRecorder: openAudioRecorder,
    beginNote: (mimeType) => beginRecording(db, browserPorts, mimeType),
    whileRecording,
    // Its words are loaded when they are first needed, as the toasts are.
    notify: (notice) =>
      void import("./under-recorder.tsx").then(
        ({ tell }) => tell(db, notice),
        () => showError("Recording is not running", "What was captured is kept on this device."),
      ),
    whenNotStopped: "send",
  });
  recordings.set(db, created);
  return created;
}

const PHASES: Record<RecordingPhase, [button: RecordButtonState, status: string]> = {
  idle: ["ready", "Tap to start recording"],
  opening: ["busy", "Waiting for the microphone..."],
  recording: ["recording", "Recording... Tap to stop"],
  paused: ["paused", "Paused - Tap resume to continue"],
  finishing: ["busy", "Processing audio..."],
};

/** The recorder: the elapsed time, the button, and the current state. */
function RecorderPanel(props: {
  recording: VoiceRecording;
  phase: RecordingPhase;
  progress: NoteProgress | null;
}) {
  const { recording, phase, progress } = props;
  const paused = phase === "paused";
  const going = phase === "recording" || paused;
  const processing = phase === "idle" && progress?.kind === "processing";
  return (
    <section
      className={classes.panel}
      aria-label="Recorder"
      data-phase={phase}
      data-small={(phase === "idle" && progress?.kind === "heard") || undefined}
    >
      <p role="timer" className={classes.timer} data-phase={phase}>
        {useElapsed(recording.elapsedMs, phase)}
      </p>
      <RecordButton
        state={processing ? "working" : PHASES[phase][0]}
        level={recording.level}
        onPress={() => (going ? recording.stop() : void recording.start())}
      />
      <p className={classes.status} aria-live="polite">
        {PHASES[processing ? "finishing" : phase][1]}
      </p>
      {/* This place always exists, so that nothing below moves when a recording begins or is
          saved. */}
      <div className={classes.slot}>
        {going && (
          <Button
            variant={paused ? "filled" : "default"}
            miw="min(11rem, 100%)"
            leftSection={paused ? <Mic size={20} aria-hidden /> : <Pause size={20} aria-hidden />}
            onClick={paused ? recording.resume : recording.pause}
          >
            {paused ? "Resume" : "Pause"}
          </Button>
        )}
        <div aria-live="polite">{phase === "idle" && <Saved progress={progress} />}</div>
      </div>
    </section>
  );
}

/** Shown only for a note that is sealed and queued. */
function Saved(props: { progress: NoteProgress | null }) {
  const { progress } = props;
  if (progress?.kind !== "saved" && progress?.kind !== "processing") return null;
  return (
    <p className={classes.saved}>
      <CircleCheck size={20} aria-hidden className={classes.savedIcon} />
      {progress.kind === "saved"
        ? progress.message
        : "Saved on this device. You can record the next one."}
    </p>
  );
}

/** `busy`: taps do nothing now. `working`: something runs in the background, and taps work. */
type RecordButtonState = "ready" | "working" | "busy" | "recording" | "paused";

/** The big round button of a recording, in a ring of its loudness; a double tap counts as one. */
function RecordButton(props: {
  state: RecordButtonState;
  /** Current loudness, 0 to 1. */
  level: () => number;
  onPress: () => void;
}) {
  const { state, level, onPress } = props;
  const going = state === "recording" || state === "paused";

  function press(event: MouseEvent): void {
    if (state !== "busy" && event.detail <= 1) onPress();
  }

  return (
    <div className={dialClasses.dial} data-state={state}>
      <TickRing
        level={state === "recording" ? level : null}
        sweeping={state === "working" || state === "busy"}
      />
      <button
        type="button"
        className={dialClasses.button}
        aria-label={going ? "Stop recording" : "Start recording"}
        aria-disabled={state === "busy" || undefined}
        onClick={press}
      >
        {going ? (
          <Square className={dialClasses.stop} aria-hidden />
        ) : (
          <Mic className={dialClasses.mic} aria-hidden />
        )}
      </button>
    </div>
  );
}
