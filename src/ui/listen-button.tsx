import { Button } from "@mantine/core";
import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { showError } from "./toast.ts";

/** Plays audio that is fetched only when somebody wants to hear it. */
export function ListenButton(props: { load: () => Promise<Blob> }) {
  const player = useRef<HTMLAudioElement | null>(null);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    return () => {
      player.current?.pause();
      if (player.current !== null) URL.revokeObjectURL(player.current.src);
      player.current = null;
    };
  }, []);

  async function listen(): Promise<void> {
    try {
      player.current ??= await open(props.load, setPlaying);
      await player.current.play();
    } catch {
      showError("Error", "This recording can't be played here.");
    }
  }

  return (
    <Button
      variant="default"
      leftSection={playing ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      onClick={() => (playing ? player.current?.pause() : void listen())}
    >
      {playing ? "Stop playing" : "Play"}
    </Button>
  );
}

async function open(
  load: () => Promise<Blob>,
  playing: (now: boolean) => void,
): Promise<HTMLAudioElement> {
  const audio = new Audio(URL.createObjectURL(await load()));
  audio.addEventListener("play", () => playing(true));
  audio.addEventListener("pause", () => playing(false));
  return audio;
}
