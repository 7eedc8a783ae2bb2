import type { QueueItem } from "@contracts/queue-item.ts";
import { useEffect } from "react";
import { noticeText } from "#features/recorder/voice-notice.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { takeUnreportedFailures } from "#mirror/person/outbox/outbox.ts";
import { NO_SPEECH, TRANSCRIBE } from "#mirror/person/outbox/question-ids.ts";
import { onOutboxChange } from "#mirror/person/outbox/waiting.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { throttle } from "#platform/throttle.ts";
import { describeRefusal } from "#ui/describe-item.ts";
import { showError } from "#ui/toast.ts";

/** How often the queue is looked at, at most (ms): items that fail together are shown together. */
const LOOK_MS = 500;

/** Shows one toast for each item that failed; a hidden tab leaves it to a visible one. */
export function FailureToasts() {
  const db = useMirror();
  useEffect(() => {
    let left = false;
    async function look(): Promise<void> {
      if (left || document.visibilityState !== "visible") return;
      // A device that can't store it now shows the toast after the next change.
      const items = await takeUnreportedFailures(db).catch(() => []);
      for (const item of items) {
        const words = describeFailure(item);
        if (words !== null)
          showError(words.title, words.message, `${words.title} ${words.message}`);
      }
    }
    const lookSoon = throttle(browserPorts.clock, LOOK_MS, () => void look());
    const endWatch = onOutboxChange(db, lookSoon);
    document.addEventListener("visibilitychange", lookSoon);
    lookSoon();
    return () => {
      left = true;
      endWatch();
      document.removeEventListener("visibilitychange", lookSoon);
    };
  }, [db]);
  return null;
}

/** The toast for a failed item; null for a rating, which only the list of waiting items shows. */
export function describeFailure(item: QueueItem): { title: string; message: string } | null {
  const { payload, reason, steps } = item;
  const message = describeRefusal(reason);
  switch (payload.kind) {
    case "voice": {
      const { title, message: words } = noticeText({ kind: "failed" });
      return { title, message: words };
    }
    case "photo":
      return { title: "Processing Error", message };
    case "question": {
      const isHeard = payload.text !== null || steps[TRANSCRIBE] !== undefined;
      const title = isHeard && reason?.code !== NO_SPEECH ? "Query Error" : "Error";
      return { title, message };
    }
    case "feedback":
    case "assignment":
    case "correction":
      return null;
  }
}
