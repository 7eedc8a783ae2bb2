import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import {
  EARLY_ACCESS_REQUESTS,
  keepRequestDraft,
  readRequestDraft,
  settleRequestDraft,
  settleSavedNotes,
} from "../mirror/person/lists/early-access-requests.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { inTurn } from "../platform/serialize.ts";
import { type Command, type CommandResult, confirmed, failed, GONE } from "./command-result.ts";

/**
 * Changes the status of a request for early access. The choice stays on the device as a draft until
 * the server accepts it or refuses it for good.
 * @returns null when another choice replaced it before it was sent
 */
export async function changeRequestStatus(
  { db, backend, now }: Command<"rows">,
  id: string,
  status: EarlyAccessRequest["status"],
): Promise<CommandResult | null> {
  await keepRequestDraft(db, id, { status });
  // One after the other: if they were sent together, the older choice could arrive last.
  return inTurn(`${db.personId}/${id}`, async () => {
    const draft = await readRequestDraft(db, id);
    if ((draft?.status ?? status) !== status) return null;
    const requests = mirroredList(db.submissions);
    const shown = await requests.applyOptimistic(id, { status }, now);
    const sent = backend.rows.change(db.personId, EARLY_ACCESS_REQUESTS, { id }, { status });
    const result = await confirmed(shown, sent, (changed) => requests.put(changed, now()));
    const { kind } = await sent;
    // Without an answer, or after "try later", the server may still accept it.
    if (kind === "ok" || kind === "never") await settleRequestDraft(db, id, { status });
    return result;
  });
}

/**
 * Saves the notes about a request for early access.
 * @param request as the person sees it. If the server's notes are different by now, nothing is
 *   saved and the result is `changed`, so that the person sees the other notes first.
 * @param notes the typed notes; their draft is deleted once they are saved
 */
export function saveRequestNotes(
  { db, backend, now }: Command<"rows">,
  request: EarlyAccessRequest,
  notes: string,
): Promise<CommandResult | { kind: "changed" }> {
  const { id } = request;
  const requests = mirroredList(db.submissions);
  return inTurn(`${db.personId}/${id}`, async () => {
    const one = { match: { id }, order: [] };
    const read = await backend.rows.read(db.personId, EARLY_ACCESS_REQUESTS, one);
    if (read.kind !== "ok") return failed(read);
    const [current] = read.value;
    if (current === undefined) return GONE;
    const there = current.notes ?? "";
    if (there !== (request.notes ?? "") && there !== notes) {
      await requests.put(current, now());
      return { kind: "changed" };
    }
    const change = { notes: notes === "" ? null : notes };
    return confirmed(
      await requests.applyOptimistic(id, change, now),
      backend.rows.change(db.personId, EARLY_ACCESS_REQUESTS, { id }, change),
      async (changed) => {
        await settleSavedNotes(db, id, notes);
        await requests.put(changed, now());
      },
    );
  });
}
