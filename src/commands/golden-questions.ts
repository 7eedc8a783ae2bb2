import type { GoldenEntry, GoldenQuestion } from "@contracts/golden-question.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { type Command, type CommandResult, confirmed } from "./command-result.ts";

type GoldenCommand = Command<"golden">;

/**
 * Adds a question to a company's golden set. @param id that of a deleted one brings the same one back
 */
export async function addGoldenQuestion(
  { db, backend, now }: GoldenCommand,
  companyId: string,
  entry: GoldenEntry,
  id: string = crypto.randomUUID(),
): Promise<CommandResult> {
  const { agent, question, expected, expected_text, file_id } = entry;
  const stated = { agent, question, expected, expected_text, file_id };
  const row = { ...stated, id, company_id: companyId, created_by: db.personId };
  const questions = mirroredList(db.goldenQuestions);
  const shown = { ...row, created_at: new Date(now()).toISOString() };
  return confirmed(
    await questions.addOptimistic(shown, now),
    backend.golden.add(db.personId, row),
    (added) => questions.put(added, now()),
  );
}

/** Changes a question of a golden set. */
export async function changeGoldenQuestion(
  { db, backend, now }: GoldenCommand,
  id: string,
  entry: GoldenEntry,
): Promise<CommandResult> {
  const questions = mirroredList(db.goldenQuestions);
  return confirmed(
    await questions.applyOptimistic(id, entry, now),
    backend.golden.change(db.personId, id, entry),
    (changed) => questions.put(changed, now()),
  );
}

/** Deletes a question of a golden set. */
export async function removeGoldenQuestion(
  { db, backend, now }: GoldenCommand,
  { id }: GoldenQuestion,
): Promise<CommandResult> {
  const hide = () => mirroredList(db.goldenQuestions).removeOptimistic(id, now);
  return confirmed(await hide(), backend.golden.delete(db.personId, id), async () => {
    await hide();
  });
}
