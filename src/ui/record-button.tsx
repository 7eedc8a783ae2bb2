import { Mic, Square } from "lucide-react";
import type { MouseEvent } from "react";
import classes from "./record-button.module.css";
import { TickRing } from "./tick-ring.tsx";

/** `busy`: a tap does nothing now. `working`: something is done in the background; taps count. */
export type RecordButtonState = "ready" | "working" | "busy" | "recording" | "paused";

/**
 * The big round button that starts and stops a recording, inside a ring that shows how loud it is.
 * A double tap counts once: a glove's second touch would stop what the first began.
 */
export function RecordButton(props: {
  state: RecordButtonState;
  /** Loudness now, 0 to 1. */
  level: () => number;
  onPress: () => void;
}) {
  const { state, level, onPress } = props;
  const going = state === "recording" || state === "paused";

  function press(event: MouseEvent): void {
    if (state !== "busy" && event.detail <= 1) onPress();
  }

  return (
    <div className={classes.dial} data-state={state}>
      <TickRing
        level={state === "recording" ? level : null}
        sweeping={state === "working" || state === "busy"}
      />
      <button
        type="button"
        className={classes.button}
        aria-label={going ? "Stop recording" : "Start recording"}
        aria-disabled={state === "busy" || undefined}
        onClick={press}
      >
        {going ? (
          <Square className={classes.stop} aria-hidden />
        ) : (
          <Mic className={classes.mic} aria-hidden />
        )}
      </button>
    </div>
  );
}
