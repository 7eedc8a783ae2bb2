import type { Agent } from "@contracts/agent.ts";
import { agentOfPayload } from "@contracts/queue-item.ts";
import type { WaitingItem } from "#mirror/person/outbox/read-item.ts";
import type { Unsent } from "#mirror/person/outbox/unsent.ts";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";

/** An entry of the history that is on this device but not on the server. */
export type NotSentYet =
  | { kind: "waiting"; id: string; item: WaitingItem }
  | { kind: "unfinished" | "recording"; id: string; recording: Recording };

/**
 * The entries that are not sent, newest first. Ids are UUIDv7: they sort by the time when the entry
 * was started.
 * @param agent null means every agent
 */
export function notSentYet(unsent: Unsent, agent: Agent | null): NotSentYet[] {
  const entries: NotSentYet[] = [
    ...unsent.items
      // A rating of an answer is no entry of the history.
      .filter(({ payload }) => payload.kind !== "feedback")
      .map((item) => ({ kind: "waiting" as const, id: item.id, item })),
    ...unsent.unfinished.map((each) => of("unfinished", each)),
    ...unsent.recording.map((each) => of("recording", each)),
  ];
  return entries
    .filter((entry) => agent === null || entryAgent(entry) === agent)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** The agent of the entry; undefined if only a newer version of the app knows it. */
export function entryAgent(entry: NotSentYet): Agent | undefined {
  if (entry.kind === "waiting") {
    const { payload } = entry.item;
    return payload.kind === "unreadable" ? undefined : agentOfPayload(payload);
  }
  return entry.recording.question?.agent ?? "voice";
}

function of(kind: "unfinished" | "recording", recording: Recording): NotSentYet {
  return { kind, id: recording.id, recording };
}
