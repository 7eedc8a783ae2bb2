import { Button } from "@mantine/core";
import { useRef } from "react";
import { useFocusLeft } from "#ui/use-focus-left.ts";
import type { MoreLogs } from "./use-filtered-logs.ts";

/** Asks for older logs. It disappears when there are none. */
export function LoadMoreButton({ more }: { more: MoreLogs }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusLeft(button);
  return (
    <Button
      ref={button}
      variant="default"
      // Not `disabled`: the button would lose the focus.
      aria-disabled={more.isLoading || undefined}
      onClick={more.load}
    >
      {more.isLoading ? "Loading..." : `Load ${more.count} more`}
    </Button>
  );
}
