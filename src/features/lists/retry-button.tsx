import { Button } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";

/** Asks again for a list. It disappears when the list has come. */
export function RetryButton(props: { retry: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    // The focus would be lost with the button.
    return () => {
      if (own === null || own !== document.activeElement) return;
      const around = own.closest<HTMLElement>("[role=dialog]") ?? document.getElementById("main");
      around?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Button
      ref={button}
      variant="default"
      // Not `disabled`: the button would lose the focus.
      aria-disabled={busy || undefined}
      onClick={() => {
        if (busy) return;
        setBusy(true);
        void props.retry().finally(() => setBusy(false));
      }}
    >
      {busy ? "Trying again..." : "Retry"}
    </Button>
  );
}
