import { UNIQUE_VIOLATION } from "@contracts/database-code.ts";
import type { RowSource } from "../backend/tables/rows.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import type { ServerList } from "../mirror/person/lists/server-list.ts";
import { type Command, type CommandResult, confirmed, failed } from "./command-result.ts";

/** A list, whichever part of it is meant. */
type AnyList<Row extends { id: string }> = Pick<
  ServerList<Row, []>,
  keyof RowSource<Row> | "mirror"
>;

/**
 * Adds a row to a list. It is shown at once, and taken back when the server refuses it.
 * @param sent the columns that the server is given
 * @param twice the message when the server has it already
 */
export async function addRow<Row extends { id: string }>(
  { db, backend, now }: Command<"rows">,
  list: AnyList<Row>,
  row: Row,
  sent: object,
  twice?: string,
): Promise<CommandResult> {
  const rows = mirroredList(list.mirror(db));
  const takeBack = await rows.addOptimistic(row, now);
  const outcome = await backend.rows.add(db.personId, list, [sent]);
  if (outcome.kind !== "ok") {
    await takeBack();
    const isThere = outcome.kind === "later" && outcome.code === UNIQUE_VIOLATION;
    return isThere && twice !== undefined ? { kind: "failed", message: twice } : failed(outcome);
  }
  for (const added of outcome.value) await rows.put(added, now());
  // The server may give it another id.
  if (outcome.value.every(({ id }) => id !== row.id)) await takeBack();
  return { kind: "done" };
}

/**
 * Changes a row of a list. It is shown at once, and undone when the server refuses it.
 * @param source where the server has these columns, if the list is read from a view
 */
export async function changeRow<Row extends { id: string }>(
  { db, backend, now }: Command<"rows">,
  list: AnyList<Row>,
  id: string,
  change: Partial<NoInfer<Row>>,
  source: RowSource<Partial<NoInfer<Row>>> = list,
): Promise<CommandResult> {
  const rows = mirroredList(list.mirror(db));
  return confirmed(
    await rows.applyOptimistic(id, change, now),
    backend.rows.change(db.personId, source, { id }, change),
    (changed) => rows.confirm(id, changed, now()),
  );
}

/** Deletes a row of a list. It is hidden at once, and shown again when the server refuses it. */
export async function removeRow<Row extends { id: string }>(
  { db, backend, now }: Command<"rows">,
  list: AnyList<Row>,
  id: string,
  table = list.source,
): Promise<CommandResult> {
  const hide = () => mirroredList(list.mirror(db)).removeOptimistic(id, now);
  return confirmed(await hide(), backend.rows.remove(db.personId, table, id), async () => {
    // A pull that was sent in between may have brought it back.
    await hide();
  });
}
