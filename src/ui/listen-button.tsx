import { Button } from "@mantine/core";
import { Pause, Play } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { formatElapsed } from "./format.ts";
import classes from "./listen-button.module.css";
import { PlainButton } from "./plain-button.tsx";
import { showError } from "./toast.ts";

const SPEEDS = [1, 1.5, 2];

/**
 * Plays audio that is fetched only when the button is pressed.
 * @param props.load null while there is nothing to play, and no button
 * @param props.about names the audio on a page with several; part of the button's accessible name,
 * but not visible
 * @param props.seconds the length of the audio: with it, a bar to seek in is shown once it plays
 * @param props.playFrom gets the function that plays the audio from a time in seconds on; null as `load`
 * @param props.children the buttons between this one and the bar
 */
export function ListenButton(props: {
  load: (() => Promise<Blob>) | null;
  label?: string;
  about?: string;
  seconds?: number;
  playFrom?: RefObject<((seconds: number) => void) | null>;
  children?: ReactNode;
}) {
  const { load, label = "Play", about, seconds } = props;
  const player = useRef<HTMLAudioElement | null>(null);
  const isUnmounted = useRef(false);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  /** Where it plays, in seconds; null until it was played. */
  const [position, setPosition] = useState<number | null>(null);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      player.current?.pause();
      if (player.current !== null) URL.revokeObjectURL(player.current.src);
      player.current = null;
    };
  }, []);

  async function listen(load: () => Promise<Blob>, from?: number): Promise<void> {
    try {
      if (player.current === null) {
        const bytes = await load();
        // The button was unmounted meanwhile, so its cleanup would not revoke the object URL.
        if (isUnmounted.current) return;
        player.current ??= open(bytes, setPlaying, setPosition);
      }
      if (from !== undefined) player.current.currentTime = from;
      await player.current.play();
    } catch {
      showError("Error", "This recording can't be played here.");
    }
  }

  if (props.playFrom) props.playFrom.current = load && ((from) => void listen(load, from));
  const words = playing ? "Stop playing" : label;
  const audio = player.current;
  const reached = Math.min(position ?? 0, seconds ?? 0);
  const time = [reached, seconds ?? 0].map((each) => formatElapsed(each * 1000));
  return (
    <>
      {load !== null && (
        <PlainButton
          {...(about !== undefined && { "aria-label": `${words}, ${about}` })}
          icon={playing ? Pause : Play}
          onClick={() => (playing ? audio?.pause() : void listen(load))}
        >
          {/* As short as the label, where buttons stay in their row. */}
          {playing && about !== undefined ? "Stop" : words}
        </PlainButton>
      )}
      {props.children}
      {seconds !== undefined && position !== null && audio !== null && (
        <div className={classes.player}>
          <input
            type="range"
            aria-label="Position"
            aria-valuetext={time.join(" of ")}
            className={classes.position}
            // Recorders write no length into their files.
            max={seconds}
            step={0.1}
            value={reached}
            onChange={({ currentTarget }) => {
              audio.currentTime = currentTarget.valueAsNumber;
              setPosition(currentTarget.valueAsNumber);
            }}
          />
          <span className={classes.time}>{time.join(" / ")}</span>
          <Button
            variant="default"
            aria-label={`Speed ${speed}×`}
            onClick={() => {
              const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
              audio.playbackRate = next;
              setSpeed(next);
            }}
          >
            {speed}×
          </Button>
        </div>
      )}
    </>
  );
}

function open(
  bytes: Blob,
  playing: (now: boolean) => void,
  reached: (seconds: number) => void,
): HTMLAudioElement {
  const audio = new Audio(URL.createObjectURL(bytes));
  audio.addEventListener("play", () => playing(true));
  audio.addEventListener("pause", () => playing(false));
  for (const event of ["play", "timeupdate", "ended"]) {
    audio.addEventListener(event, () => reached(audio.currentTime));
  }
  return audio;
}
