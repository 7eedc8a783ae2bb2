import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { PlainButton } from "./plain-button.tsx";
import { showError } from "./toast.ts";

/**
 * Plays audio that is fetched only when the button is pressed.
 * @param props.about names the audio on a page with several; part of the button's accessible name,
 * but not visible
 */
export function ListenButton(props: { load: () => Promise<Blob>; label?: string; about?: string }) {
  const { label = "Play", about } = props;
  const player = useRef<HTMLAudioElement | null>(null);
  const isUnmounted = useRef(false);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      player.current?.pause();
      if (player.current !== null) URL.revokeObjectURL(player.current.src);
      player.current = null;
    };
  }, []);

  async function listen(): Promise<void> {
    try {
      if (player.current === null) {
        const bytes = await props.load();
        // The button was unmounted meanwhile, so its cleanup would not revoke the object URL.
        if (isUnmounted.current) return;
        player.current ??= open(bytes, setPlaying);
      }
      await player.current.play();
    } catch {
      showError("Error", "This recording can't be played here.");
    }
  }

  const words = playing ? "Stop playing" : label;
  return (
    <PlainButton
      {...(about !== undefined && { "aria-label": `${words}, ${about}` })}
      icon={playing ? Pause : Play}
      onClick={() => (playing ? player.current?.pause() : void listen())}
    >
      {words}
    </PlainButton>
  );
}

function open(bytes: Blob, playing: (now: boolean) => void): HTMLAudioElement {
  const audio = new Audio(URL.createObjectURL(bytes));
  audio.addEventListener("play", () => playing(true));
  audio.addEventListener("pause", () => playing(false));
  return audio;
}
