import { useCallback, useRef, useState } from "react";

/** Runs one action at a time for each row: a second tap during the first action does nothing. */
export function useOneAtATime() {
  const underWay = useRef(new Set<string>());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  const run = useCallback(async (id: string, work: () => Promise<void>): Promise<void> => {
    if (underWay.current.has(id)) return;
    underWay.current.add(id);
    setBusy(new Set(underWay.current));
    try {
      await work();
    } finally {
      underWay.current.delete(id);
      setBusy(new Set(underWay.current));
    }
  }, []);

  return { busy, run };
}
