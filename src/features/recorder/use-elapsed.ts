import { useEffect, useState } from "react";
import { formatElapsed } from "#ui/format.ts";
import type { RecordingPhase } from "./voice-recording.ts";

/** Often enough that no second appears late. It renders only when the second changes. */
const LOOK_EVERY_MS = 100;

/** The length of a recording so far as text, updated each second; 0:00 again when it is over. */
export function useElapsed(elapsedMs: () => number, phase: RecordingPhase): string {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const look = () => setSeconds(Math.floor(elapsedMs() / 1000));
    look();
    if (phase !== "recording") return;
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [elapsedMs, phase]);
  return formatElapsed(seconds * 1000);
}
