import { AGENTS } from "@contracts/agent.ts";
import { Box, Text } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { FileText, SendHorizontal, Square, WifiOff } from "lucide-react";
import { type FocusEvent, useEffect, useState } from "react";
import { TickRing } from "#ui/tick-ring.tsx";
import classes from "./phone-mockup.module.css";

/** The lit ticks of the ring for a normal speaking voice, out of 30 on each side. */
const LIT = `0 0.32 ${"0.36 0.64 ".repeat(12)}0.36 30`;

const TURN_EVERY_MS = 4000;

const SCREENS = [
  ["voice", MockVoice],
  ["snap", MockSnap],
  ["label", MockLabel],
] as const;

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
  const [place, setPlace] = useState(0);
  useEffect(() => {
    if (still) return;
    const turn = () => setPlace((now) => (now + 1) % SCREENS.length);
    const timer = setInterval(turn, TURN_EVERY_MS);
    return () => clearInterval(timer);
  }, [still]);

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
        {SCREENS.map(([agent, Screen], index) => (
          <div key={agent} className={classes.screen} data-shown={index === place || undefined}>
            <p className={classes.top}>{AGENTS[agent].name}</p>
            <Screen />
          </div>
        ))}
      </div>
      <figcaption className={classes.choice}>
        {SCREENS.map(([agent], index) => (
          <button
            key={agent}
            type="button"
            className={classes.choose}
            aria-label={`Show ${AGENTS[agent].name}`}
            aria-pressed={index === place}
            onClick={() => {
              setChosen(true);
              setPlace(index);
            }}
          >
            {AGENTS[agent].name.replace(" Agent", "")}
          </button>
        ))}
      </figcaption>
    </figure>
  );
}

/** The Voice Agent in a place without a signal. */
function MockVoice() {
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
      <Text mt="0.5rem" c="dimmed" fz="sm">
        Recording... Tap to stop
      </Text>
      <p className={classes.offline}>
        <WifiOff size={16} aria-hidden />
        Offline. Your work is kept here.
      </p>
    </div>
  );
}

/** The Snap Agent with the answer to a photo. */
function MockSnap() {
  return (
    <Box p="1rem 1.125rem">
      <svg width="100%" display="block" viewBox="0 0 272 190" aria-hidden>
        <rect width="272" height="190" rx="14" fill="#1c2a2e" />
        <g fill="none" stroke="#5d7378" strokeWidth="3">
          <rect x="48" y="36" width="176" height="122" rx="8" />
          <circle cx="108" cy="97" r="42" />
          <path d="M108 55v84M66 97h84M78 67l60 60M138 67l-60 60" strokeWidth="2" />
          <path d="M172 64h36M172 76h36" />
        </g>
        <rect x="178" y="96" width="26" height="46" rx="6" fill="#8fa3a6" />
        <path d="M178 102q13-16 26 0z" fill="#c3d0d1" />
        <path
          d="M168 98v-16h12M202 82h12v16M214 140v12h-12M180 152h-12v-12"
          fill="none"
          stroke="#3dd488"
          strokeWidth="4"
        />
      </svg>
      <Text mt="1.125rem" fz="lg" fw={650}>
        AI Analysis
      </Text>
      <Text mt="0.25rem" fz="sm" lh={1.5}>
        The top of the run capacitor is bulging. That fits a fan that hums and does not start.
      </Text>
      <Text mt="0.875rem" c="var(--fa-accent-text)" fz="xs" fw={650}>
        Next
      </Text>
      <Text mt="0.25rem" fz="sm" lh={1.5}>
        Isolate, discharge, then measure it against the rating on its label before you replace it.
      </Text>
    </Box>
  );
}

/** The Label Agent with a question answered from the company's manuals. */
function MockLabel() {
  return (
    <div className={classes.chat}>
      <p className={classes.asked}>What do I check before I open the outdoor unit?</p>
      <div className={classes.answered}>
        <p>
          Switch off and lock the isolator, then wait for the capacitors to discharge. Prove dead at
          the terminals before you touch them.
        </p>
        <p className={classes.source}>
          <FileText size={16} aria-hidden />
          Installation guide
        </p>
      </div>
      <p className={classes.asked}>And which gloves?</p>
      <p className={classes.box}>
        <span>Ask about a product...</span>
        <SendHorizontal size={20} aria-hidden />
      </p>
    </div>
  );
}
