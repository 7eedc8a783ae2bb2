import { z } from "zod/mini";
import type { Outcome } from "../backend/outcome.ts";
import type { RowSource } from "../backend/tables/rows.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { replaceList, type ServerList, selectPart } from "../mirror/person/lists/server-list.ts";
import {
  type Command,
  type CommandResult,
  confirmed,
  type Failed,
  failed,
  type Sentences,
} from "./command-result.ts";

/** A list, whichever part of it is meant. */
type AnyList<Row extends { id: string }> = Pick<
  ServerList<Row, []>,
  keyof RowSource<Row> | "mirror"
>;

/** Loads a company's part of a list as it is now, and stores it in the mirror. */
export async function loadRows<Row extends { id: string }>(
  { db, backend, now }: Command<"rows">,
  list: ServerList<Row, [string | null]>,
  companyId: string,
): Promise<Outcome<Row[]>> {
  const askedAt = now();
  const part = selectPart(list, askedAt, companyId);
  const loaded = await backend.rows.read(db.personId, list, part);
  if (loaded.kind !== "ok") return loaded;
  await replaceList(db, list, { rows: loaded.value, askedAt, now: now() }, companyId);
  return loaded;
}

/**
 * Adds a row to a list. It is shown at once, and taken back when the server refuses it.
 * @param sent the columns that the server is given
 */
export async function addRow<Row extends { id: string }>(
  { db, backend, now }: Command<"rows">,
  list: AnyList<Row>,
  row: Row,
  sent: object,
  sentences?: Sentences,
): Promise<CommandResult> {
  const rows = mirroredList(list.mirror(db));
  const takeBack = await rows.addOptimistic(row, now);
  const outcome = await backend.rows.add(db.personId, list, [sent]);
  if (outcome.kind !== "ok") {
    await takeBack();
    return failed(outcome, sentences);
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
  sentences?: Sentences,
): Promise<CommandResult> {
  const rows = mirroredList(list.mirror(db));
  return confirmed(
    await rows.applyOptimistic(id, change, now),
    backend.rows.change(db.personId, source, { id }, change),
    (changed) => rows.confirm(id, changed, now()),
    sentences,
  );
}

/** The same, by a function of the database that makes just this change. */
export async function changeRowBy<Row extends { id: string }>(
  { db, backend, now }: Command<"rows">,
  [name, values]: [name: string, values: object],
  list: AnyList<Row>,
  id: string,
  change: Partial<NoInfer<Row>>,
): Promise<CommandResult> {
  const rows = mirroredList(list.mirror(db));
  return confirmed(
    await rows.applyOptimistic(id, change, now),
    backend.rows.call(db.personId, name, values, () => change),
    (changed) => rows.confirm(id, changed, now()),
  );
}

const madeSchema = z.array(z.object({ secret: z.string() }));

/**
 * Has a function of the database make a token or a secret, which the server tells only now, and
 * loads the company's part of the list that it belongs to.
 */
export async function makeSecret<Row extends { id: string }>(
  command: Command<"rows">,
  [name, values]: [name: string, values: { company: string }],
  list: ServerList<Row, [string | null]>,
): Promise<{ kind: "made"; secret: string } | Failed> {
  const { db, backend } = command;
  const made = await backend.rows.call(db.personId, name, values, (data) =>
    typeof data === "string" ? data : (madeSchema.parse(data)[0]?.secret ?? ""),
  );
  if (made.kind !== "ok") return failed(made);
  await loadRows(command, list, values.company);
  return { kind: "made", secret: made.value };
}

/**
 * Deletes a row of a list. It is hidden at once, and shown again when the server refuses it.
 * @param send how the server is asked; by default the row of its table is deleted
 */
export async function removeRow<Row extends { id: string }>(
  { db, backend, now }: Command<"rows">,
  list: AnyList<Row>,
  id: string,
  send: () => Promise<Outcome<unknown>> = () => backend.rows.remove(db.personId, list.source, id),
): Promise<CommandResult> {
  const hide = () => mirroredList(list.mirror(db)).removeOptimistic(id, now);
  // A pull that was sent in between may have brought it back.
  return confirmed(await hide(), send(), hide);
}
