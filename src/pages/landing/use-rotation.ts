import { useEffect, useState } from "react";

/**
 * Goes through the places 0 to `count - 1` and around, one every `everyMs`, while not `still`.
 * @returns the place, and a function that goes to another
 */
export function useRotation(
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
