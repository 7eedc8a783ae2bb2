import { useEffect, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PersonDatabase } from "../person-database.ts";
import { countUnsent, readUnfinished, type Unsent, type UnsentCount } from "./unsent.ts";

/**
 * How often to count again during a recording (ms): a tab that is closed or killed while it records
 * changes nothing in the mirror.
 */
const LOOK_EVERY_MS = 1000;

/** The count of unsent work, kept current; undefined until the first read. */
export function useUnsentCount(): UnsentCount | undefined {
  return useLooking(countUnsent, ({ recording }) => recording > 0);
}

/**
 * The unfinished recordings and those in progress, kept current; undefined until the first read.
 */
export function useUnfinished(): Pick<Unsent, "unfinished" | "recording"> | undefined {
  return useLooking(readUnfinished, ({ recording }) => recording.length > 0);
}

/** A read of unsent work, kept current; undefined until the first read. */
export function useLooking<T>(
  read: (db: PersonDatabase) => Promise<T>,
  isRecording: (value: T) => boolean,
): T | undefined {
  const db = useMirror();
  const [looks, setLooks] = useState(0);
  const value = useLive(() => read(db), [db, looks]);
  const recording = value !== undefined && isRecording(value);
  useEffect(() => {
    const look = () => setLooks((count) => count + 1);
    document.addEventListener("visibilitychange", look);
    const timer = recording ? setInterval(look, LOOK_EVERY_MS) : undefined;
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearInterval(timer);
    };
  }, [recording]);
  return value;
}
