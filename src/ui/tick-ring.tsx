import { useEffect, useRef } from "react";
import classes from "./tick-ring.module.css";

/** The number of ticks on each side, from the bottom up. */
const TICKS = 30;
const SWEEP_TICKS = 9;
/** Often enough for the eye, and little work for a phone that is recording. */
const FRAME_MS = 50;

const RIGHT = "M112 216 A104 104 0 0 0 112 8";
const LEFT = "M112 216 A104 104 0 0 1 112 8";

/** A ring of ticks: a meter of a `level` (0 to 1), or `sweeping` ticks that move around. */
export function TickRing({ level, sweeping }: { level: (() => number) | null; sweeping: boolean }) {
  const lamps = useRef<SVGGElement>(null);
  useMeter(lamps, level);
  return (
    <>
      <svg className={classes.ring} viewBox="0 0 224 224" aria-hidden>
        <path className={classes.track} d={RIGHT} pathLength={TICKS} strokeDasharray={ALL} />
        <path className={classes.track} d={LEFT} pathLength={TICKS} strokeDasharray={ALL} />
      </svg>
      {level !== null && (
        <svg className={classes.ring} viewBox="0 0 224 224" aria-hidden>
          <g ref={lamps} className={classes.lamp} strokeDasharray={dashes(0)}>
            <path d={RIGHT} pathLength={TICKS} />
            <path d={LEFT} pathLength={TICKS} />
          </g>
        </svg>
      )}
      {sweeping && (
        <svg className={classes.ring} data-sweeping viewBox="0 0 224 224" aria-hidden>
          <path
            className={classes.lamp}
            d={RIGHT}
            pathLength={TICKS}
            strokeDasharray={dashes(SWEEP_TICKS)}
          />
        </svg>
      )}
    </>
  );
}

/** Lights the ticks without rendering, and repaints only when the number of lit ticks changes. */
function useMeter(lamps: { current: SVGGElement | null }, level: (() => number) | null): void {
  useEffect(() => {
    if (level === null || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let shown = 0;
    let lit = 0;
    let looked = 0;
    let frame = requestAnimationFrame(look);
    function look(now: number): void {
      frame = requestAnimationFrame(look);
      if (now - looked < FRAME_MS) return;
      looked = now;
      // Up at once and down slowly, like the needle of a meter.
      shown = Math.max(level?.() ?? 0, shown * 0.8);
      const ticks = Math.round(shown * TICKS);
      if (ticks === lit) return;
      lit = ticks;
      lamps.current?.setAttribute("stroke-dasharray", dashes(ticks));
    }
    return () => cancelAnimationFrame(frame);
  }, [lamps, level]);
}

/** A dash pattern of so many ticks, each in the middle of its unit, and then nothing. */
function dashes(ticks: number): string {
  return ticks === 0 ? `0 ${TICKS}` : `0 0.32 ${"0.36 0.64 ".repeat(ticks - 1)}0.36 ${TICKS}`;
}

const ALL = dashes(TICKS);
