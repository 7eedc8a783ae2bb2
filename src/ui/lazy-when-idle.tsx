import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { loadPatiently } from "../platform/lazy-chunks.ts";
import { useIdle } from "./when-idle.ts";

/**
 * A component whose code is loaded when the page is idle; it does not suspend (300 ms).
 * @param load the dynamic import; returns the component
 * @param placeholder shown until the code is loaded
 */
export function lazyWhenIdle<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  async function start(): Promise<void> {
    loaded = await loadPatiently(load);
  }

  return (props: P) => {
    const idle = useIdle();
    const [, setOutcome] = useState<"loaded" | "failed">();
    useEffect(() => {
      if (!idle || loaded !== null) return;
      loading ??= start();
      loading.then(
        () => setOutcome("loaded"),
        (error) =>
          setOutcome(() => {
            // For the boundary around the component: its code failed as it ran.
            throw error;
          }),
      );
    }, [idle]);
    const Loaded = loaded;
    return idle && Loaded !== null ? <Loaded {...props} /> : placeholder;
  };
}
