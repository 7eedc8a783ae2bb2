import { Button } from "@mantine/core";
import { Square, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatElapsed } from "#ui/format.ts";
import type { RecordingPhase } from "../recorder/voice-recording.ts";
import classes from "./composer.module.css";
import type { SpokenQuestion } from "./spoken-question.ts";

const STATUS_TEXTS: Readonly<Record<RecordingPhase, string>> = {
  idle: "",
  opening: "Waiting for the microphone...",
  recording: "Listening...",
  paused: "Listening...",
  finishing: "Saving...",
};

/** Often enough that no second appears late. It renders only when the second changes. */
const LOOK_EVERY_MS = 100;

/**
 * Replaces the box while a question is spoken: shows the elapsed time and the buttons Cancel and
 * Stop.
 */
export function Listening(props: { spoken: SpokenQuestion; phase: RecordingPhase }) {
  const { spoken, phase } = props;
  const recording = phase === "recording";
  const stop = useRef<HTMLButtonElement>(null);
  // The button that had the focus, and started the recording, is gone.
  useEffect(() => {
    if (recording) stop.current?.focus({ preventScroll: true });
  }, [recording]);
  return (
    <div className={classes.listening}>
      <p className={classes.listeningStatus}>
        <span className={classes.listeningDot} aria-hidden />
        <span role="status">{STATUS_TEXTS[phase]}</span>
        <Timer elapsedMs={spoken.elapsedMs} />
      </p>
      <Button
        variant="default"
        disabled={phase === "finishing"}
        leftSection={<X size={18} aria-hidden />}
        onClick={() => spoken.cancel()}
      >
        Cancel
      </Button>
      <Button
        ref={stop}
        disabled={!recording}
        leftSection={<Square size={16} fill="currentColor" aria-hidden />}
        onClick={() => spoken.stop()}
      >
        Stop
      </Button>
    </div>
  );
}

function Timer(props: { elapsedMs: () => number }) {
  const { elapsedMs } = props;
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () => setSeconds(Math.floor(elapsedMs() / 1000));
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [elapsedMs]);
  return (
    <span role="timer" className={classes.timer}>
      {formatElapsed(seconds * 1000)}
    </span>
  );
}
