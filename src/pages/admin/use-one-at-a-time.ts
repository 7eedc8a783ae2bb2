import { useCallback, useRef, useState } from "react";
import { inTurn } from "#platform/serialize.ts";

/**
 * Runs the actions on each row one after another, in the order in which they were asked for. Only an
 * action that equals the one before it, which still waits or runs, is not repeated: a double tap.
 */
export function useOneAtATime() {
  const last = useRef(new Map<string, { action: string }>());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  /** @param action the name of the action, if a row has several */
  const run = useCallback(
    async <T>(id: string, action: string, work: () => Promise<T>): Promise<T | undefined> => {
      if (last.current.get(id)?.action === action) return undefined;
      const own = { action };
      last.current.set(id, own);
      setBusy(new Set(last.current.keys()));
      try {
        return await inTurn(`row ${id}`, work);
      } finally {
        if (last.current.get(id) === own) last.current.delete(id);
        setBusy(new Set(last.current.keys()));
      }
    },
    [],
  );

  return { busy, run };
}
