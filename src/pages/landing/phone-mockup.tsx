import { AGENTS } from "@contracts/agent.ts";
import { useReducedMotion } from "@mantine/hooks";
import { type ComponentType, type FocusEvent, useEffect, useState } from "react";
import { MockLabel, MockSnap, MockVoice } from "./mock-screens.tsx";
import classes from "./phone-mockup.module.css";

const TURN_EVERY_MS = 4000;

type Shown = "voice" | "snap" | "label";

const SCREENS: readonly { agent: Shown; short: string; Screen: ComponentType }[] = [
  { agent: "voice", short: "Voice", Screen: MockVoice },
  { agent: "snap", short: "Snap", Screen: MockSnap },
  { agent: "label", short: "Label", Screen: MockLabel },
];

/**
 * A phone that shows the three agents in turn. It pauses while the pointer is over it or it has the
 * focus, stops for good after the visitor chose an agent, and never moves if reduced motion is
 * wanted.
 */
export function PhoneMockup() {
  const reducedMotion = useReducedMotion();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [chosen, setChosen] = useState(false);
  const still = reducedMotion || pointed || focused || chosen;
  const [place, setPlace] = useRotation(SCREENS.length, TURN_EVERY_MS, still);

  function lostFocus(event: FocusEvent<HTMLElement>): void {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
  }

  return (
    <figure
      className={classes.figure}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={lostFocus}
    >
      {/* Hidden from screen readers: the cards below have the same text. */}
      <div className={classes.phone} aria-hidden>
        {SCREENS.map(({ agent, Screen }, index) => (
          <div key={agent} className={classes.screen} data-shown={index === place || undefined}>
            <p className={classes.top}>{AGENTS[agent].name}</p>
            <Screen />
          </div>
        ))}
      </div>
      <figcaption className={classes.choice}>
        {SCREENS.map(({ agent, short }, index) => (
          <button
            key={agent}
            type="button"
            className={classes.choose}
            aria-label={`Show ${short} Agent`}
            aria-pressed={index === place}
            onClick={() => {
              setChosen(true);
              setPlace(index);
            }}
          >
            {short}
          </button>
        ))}
      </figcaption>
    </figure>
  );
}

/**
 * Goes through the places 0 to `count - 1` in a loop, one every `everyMs`, unless `still`.
 * @returns the current place, and a function that goes to another
 */
function useRotation(
  count: number,
  everyMs: number,
  still: boolean,
): [number, (place: number) => void] {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setPlace((now) => (now + 1) % count), everyMs);
    return () => clearInterval(timer);
  }, [count, everyMs, still]);
  return [place, setPlace];
}
