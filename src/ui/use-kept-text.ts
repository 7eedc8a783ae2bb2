import { useRef, useState } from "react";
import { isOutOfSpace } from "../platform/out-of-space.ts";
import { showError } from "./toast.ts";

/**
 * A text that is stored on the device at every key press, until it is saved.
 * @param stored the stored text, or the saved one; it follows the typed text a moment later
 * @param keep stores it
 * @param advice what to do when the device is full
 * @returns `isKept`: whether the typed text would still be there after a reload
 */
export function useKeptText(stored: string, keep: (text: string) => Promise<void>, advice: string) {
  const [typed, setTyped] = useState<{ text: string; isKept: boolean } | null>(null);
  if (typed?.isKept === true && typed.text === stored) setTyped(null);
  const next = useRef<(() => Promise<void>) | null>(null);
  const isKeeping = useRef(false);

  async function type(text: string): Promise<void> {
    setTyped({ text, isKept: false });
    next.current = () => keep(text);
    // Only one write at a time, always of the latest text: queued writes would be lost if the page
    // is closed.
    if (isKeeping.current) return;
    isKeeping.current = true;
    try {
      while (next.current !== null) {
        const latest: () => Promise<void> = next.current;
        next.current = null;
        await latest();
      }
      setTyped((now) => now && { ...now, isKept: true });
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
      showError("Not kept on this device", `It is full. ${advice}`);
    } finally {
      isKeeping.current = false;
    }
  }

  return {
    text: typed?.text ?? stored,
    isKept: typed === null || typed.isKept,
    type,
    /** Shows the stored text again. */
    forget: () => setTyped(null),
  };
}
