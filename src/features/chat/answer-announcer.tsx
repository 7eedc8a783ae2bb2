import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { ThreadReading } from "./use-thread.ts";

/**
 * Reads new answers aloud in screen readers, but not the answers that were there when the page
 * opened.
 */
export function AnswerAnnouncer({ reading }: { reading: ThreadReading | undefined }) {
  const asked = useRef<Set<string>>(new Set());
  const [words, setWords] = useState("");
  useEffect(() => {
    if (reading === undefined) return;
    for (const [index, message] of reading.messages.entries()) {
      const answer = reading.messages[index + 1];
      if (answer?.role === "assistant" && asked.current.delete(message.id)) {
        setWords(`Answer: ${spoken(answer.content)}`);
      }
    }
    for (const item of reading.items) asked.current.add(item.id);
  }, [reading]);
  return <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>;
}

/** An answer without its Markdown marks and citation numbers, which only make sense to the eye. */
function spoken(answer: string): string {
  return answer.replace(/\[\d+\]|[*_#`]/g, "");
}
