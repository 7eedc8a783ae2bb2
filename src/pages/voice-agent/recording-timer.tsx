import { useEffect, useState } from "react";
import type { RecordingPhase } from "#features/recorder/voice-recording.ts";
import { formatElapsed } from "#ui/format.ts";
import classes from "./recording-timer.module.css";

/** Often enough that no second appears late. It renders only when the second changes. */
const LOOK_EVERY_MS = 100;

/** The length of the recording so far, updated each second; 0 again when it is over. */
export function RecordingTimer(props: { elapsedMs: () => number; phase: RecordingPhase }) {
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
