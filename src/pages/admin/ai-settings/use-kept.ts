import { useState } from "react";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import { showError } from "#ui/toast.ts";

/**
 * A text that is kept on the device with every key.
 * @param kept the text as the device has it, which follows what is typed by a moment
 */
export function useKept(kept: string, keep: (text: string) => Promise<void>) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed !== null && typed === kept) setTyped(null);

  function type(text: string): void {
    setTyped(text);
    keep(text).catch((error) => {
      if (!isOutOfSpace(error)) throw error;
      showError("Not kept on this device", "It is full. Free some space, then type on.");
    });
  }

  return { text: typed ?? kept, type };
}
