import type { Company } from "@contracts/company.ts";
import { UNIQUE_VIOLATION } from "@contracts/database-code.ts";
import { z } from "zod/mini";
import {
  readKnowledgeFiles,
  replaceKnowledgeFiles,
} from "../mirror/person/knowledge/knowledge-files.ts";
import { COMPANIES } from "../mirror/person/lists/companies.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { type Command, type CommandResult, failed } from "./command-result.ts";
import { deleteFile } from "./knowledge-files.ts";
import { changeRow, removeRow } from "./list-rows.ts";

/**
 * Creates a company.
 * @param company when it is sent again after a failure, keep its id: if the first request arrived
 *   after all, there is still only one company. `name` is trimmed and not empty.
 */
export async function createCompany(
  { db, backend, now }: Command<"rows">,
  { id, name }: Pick<Company, "id" | "name">,
): Promise<CommandResult> {
  const company: Company = {
    id,
    name,
    created_at: new Date(now()).toISOString(),
    user_count: 0,
    file_count: 0,
    require_second_factor: false,
    last_active_at: null,
    waiting: 0,
  };
  const companies = mirroredList(db.companies);
  const takeBack = await companies.addOptimistic(company, now);
  const sent = await backend.rows.addUnread(db.personId, "companies", { id, name });
  const isThere = sent.kind === "later" && sent.code === UNIQUE_VIOLATION;
  if (sent.kind !== "ok" && !isThere) {
    await takeBack();
    return failed(sent);
  }
  // A pull that was sent in between may have removed it from the mirror.
  await companies.put(company, now());
  return { kind: "done" };
}

/** Whether companies require a second factor, which a view repeats. */
const SECOND_FACTORS = {
  source: "companies",
  columns: "require_second_factor",
  schema: z.object({ require_second_factor: z.boolean() }),
};

/** Sets whether a company's administrators need a second factor; only who has one may set it. */
export function requireSecondFactor(
  command: Command<"rows">,
  company: Pick<Company, "id">,
  required: boolean,
): Promise<CommandResult> {
  const change = { require_second_factor: required };
  return changeRow(command, COMPANIES, company.id, change, SECOND_FACTORS);
}

/**
 * Deletes a company: first its files one by one, because the server would leave their objects, then
 * the company with its prompts. If this fails, the company is shown again with the remaining files,
 * and another call continues from there.
 */
export async function deleteCompany(
  command: Command<"rows" | "knowledge" | "storage">,
  company: Company,
  progress: (done: number, files: number) => void,
): Promise<CommandResult> {
  const { db, backend, now } = command;
  const askedAt = now();
  const files = await backend.knowledge.files(db.personId);
  if (files.kind !== "ok") return failed(files);
  await replaceKnowledgeFiles(db, { rows: files.value, askedAt, now: now() });
  const own = await readKnowledgeFiles(db, company.id);
  for (const [done, file] of own.entries()) {
    progress(done, own.length);
    const deleted = await deleteFile(command, file);
    if (deleted.kind === "failed") return deleted;
  }
  return removeRow(command, COMPANIES, company.id, () =>
    backend.rows.remove(db.personId, "companies", company.id),
  );
}
