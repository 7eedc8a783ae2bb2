import { useCallback, useRef, useState } from "react";

/** Does one thing at a time with each row: a second tap while the first is under way does nothing. */
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
