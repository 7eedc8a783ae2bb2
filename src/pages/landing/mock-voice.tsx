import { Square, WifiOff } from "lucide-react";
import { TickRing } from "#ui/tick-ring.tsx";
import classes from "./mock-screens.module.css";

/** The lit ticks of the ring for a normal speaking voice, out of 30 on each side. */
const LIT = `0 0.32 ${"0.36 0.64 ".repeat(12)}0.36 30`;

/** The Voice Agent in a place without a signal. */
export function MockVoice() {
  return (
    <div className={classes.voice}>
      <div className={classes.dial}>
        <TickRing level={null} sweeping={false} />
        <svg className={classes.meter} viewBox="0 0 224 224" aria-hidden>
          <path d="M112 216 A104 104 0 0 0 112 8" pathLength={30} strokeDasharray={LIT} />
          <path d="M112 216 A104 104 0 0 1 112 8" pathLength={30} strokeDasharray={LIT} />
        </svg>
        <span className={classes.stop}>
          <Square size={44} fill="currentColor" aria-hidden />
        </span>
      </div>
      <p className={classes.timer}>0:42</p>
      <p className={classes.status}>Recording... Tap to stop</p>
      <p className={classes.offline}>
        <WifiOff size={16} aria-hidden />
        Offline. Your work is kept here.
      </p>
    </div>
  );
}
