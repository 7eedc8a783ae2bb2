import type { GoldenEntry } from "@contracts/golden-question.ts";
import { GOLDEN_QUESTIONS } from "../mirror/person/lists/golden-questions.ts";
import type { Command, CommandResult } from "./command-result.ts";
import { addRow } from "./list-rows.ts";

/**
 * Adds a question to a company's golden set. @param id that of a deleted one brings the same one back
 */
export function addGoldenQuestion(
  command: Command<"rows">,
  companyId: string,
  entry: GoldenEntry,
  id: string = crypto.randomUUID(),
): Promise<CommandResult> {
  const { agent, question, expected, expected_text, file_id } = entry;
  const stated = { agent, question, expected, expected_text, file_id };
  const sent = { ...stated, id, company_id: companyId, created_by: command.db.personId };
  const row = { ...sent, created_at: new Date(command.now()).toISOString() };
  return addRow(command, GOLDEN_QUESTIONS, row, sent);
}
