import { Mic, Square } from "lucide-react";
import type { MouseEvent } from "react";
import classes from "./record-button.module.css";
import { TickRing } from "./tick-ring.tsx";

/** `busy`: taps do nothing now. `working`: something runs in the background, and taps work. */
export type RecordButtonState = "ready" | "working" | "busy" | "recording" | "paused";

/** The big round button of a recording, in a ring of its loudness; a double tap counts as one. */
export function RecordButton(props: {
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
