import { Button } from "@mantine/core";
import { CircleCheck, Mic, Pause } from "lucide-react";
import { useEffect, useState } from "react";
import type { RecordingPhase, VoiceRecording } from "#features/recorder/voice-recording.ts";
import { formatElapsed } from "#ui/format.ts";
import { RecordButton, type RecordButtonState } from "#ui/record-button.tsx";
import type { NoteProgress } from "./note-progress.ts";
import classes from "./voice-agent-page.module.css";

/** Often enough that no second appears late. It renders only when the second changes. */
const LOOK_EVERY_MS = 100;

const PHASES: Record<RecordingPhase, [button: RecordButtonState, status: string]> = {
  idle: ["ready", "Tap to start recording"],
  opening: ["busy", "Waiting for the microphone..."],
  recording: ["recording", "Recording... Tap to stop"],
  paused: ["paused", "Paused - Tap resume to continue"],
  finishing: ["busy", "Processing audio..."],
};

/** The recorder: the elapsed time, the button, and the current state. */
export function RecorderPanel(props: {
  recording: VoiceRecording;
  phase: RecordingPhase;
  progress: NoteProgress | null;
}) {
  const { recording, phase, progress } = props;
  const paused = phase === "paused";
  const going = phase === "recording" || paused;
  const processing = phase === "idle" && progress?.kind === "processing";
  return (
    <section className={classes.panel} aria-label="Recorder" data-phase={phase}>
      <RecordingTimer elapsedMs={recording.elapsedMs} phase={phase} />
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
            miw="11rem"
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

/** The length of the recording so far, updated each second; 0 again when it is over. */
function RecordingTimer(props: { elapsedMs: () => number; phase: RecordingPhase }) {
  const { elapsedMs, phase } = props;
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () => setSeconds(Math.floor(elapsedMs() / 1000));
    look();
    if (phase !== "recording") return;
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [elapsedMs, phase]);
  return (
    <p role="timer" className={classes.timer} data-phase={phase}>
      {formatElapsed(seconds * 1000)}
    </p>
  );
}
