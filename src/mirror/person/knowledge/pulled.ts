import { isComplete, isSuperseded } from "@contracts/knowledge.ts";
import { HISTORY_SCOPE } from "../agent-logs.ts";
import { ASK_SCOPE } from "../conversations.ts";
import type { PersonDatabase } from "../person-database.ts";
import { allKnowledgeFiles, KNOWLEDGE_FILES_SCOPE } from "./knowledge-files.ts";
import type { MirroredKnowledgeFile } from "./knowledge-rows.ts";
import { citedFiles } from "./versions.ts";

/** The scopes that a person's pages show without a signal. */
const SCOPES = [HISTORY_SCOPE, ASK_SCOPE, KNOWLEDGE_FILES_SCOPE];

/**
 * Whether a file's passages belong on this device: those of the person's own company do, and of a
 * file that a newer version replaced only while a message here cites it.
 */
export function wantsPassages(
  file: Omit<MirroredKnowledgeFile, "passagesOf">,
  companyId: string | null,
  cited: ReadonlySet<string>,
): boolean {
  if (isSuperseded(file) && !cited.has(file.id)) return false;
  const isOwn = file.company_id === companyId && file.deleting_at === null;
  return isOwn && isComplete(file) && file.indexed_at !== null;
}

/**
 * Whether this device has loaded, at least once, everything that the person's pages show without a
 * signal: the history, the conversation with Ask, the manuals and all their passages.
 */
export async function wasPulled(db: PersonDatabase, companyId: string | null): Promise<boolean> {
  const [scopes, files] = await Promise.all([db.scopes.bulkGet(SCOPES), allKnowledgeFiles(db)]);
  const cited = await citedFiles(db);
  const isMissing = (file: MirroredKnowledgeFile) =>
    wantsPassages(file, companyId, cited) && file.passagesOf === null;
  return !scopes.includes(undefined) && !files.some(isMissing);
}
