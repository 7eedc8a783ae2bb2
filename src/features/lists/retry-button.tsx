import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useFocusLeft } from "#ui/use-focus-left.ts";

/** Asks again for a list. It disappears when the list has come. */
export function RetryButton(props: { retry: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useFocusLeft(button);
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
