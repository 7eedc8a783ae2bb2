import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import { readIdentity } from "#mirror/device/identity.ts";
import {
  readKnowledgeFile,
  replaceKnowledgeFiles,
} from "#mirror/person/knowledge/knowledge-files.ts";
import { replacePassages } from "#mirror/person/knowledge/passages.ts";
import { wantsPassages } from "#mirror/person/knowledge/pulled.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

/**
 * Refreshes the files of the knowledge base that the person may read, then the passages of those
 * that changed since. Passages are for answers without a network: of the person's own company alone.
 * A file's passages change whole or not at all; what a cut leaves out, the next refresh brings.
 */
export async function pullKnowledge(
  db: PersonDatabase,
  backend: Backend,
  now: () => number,
): Promise<Outcome<null>> {
  const files = await backend.knowledge.files(db.personId);
  if (files.kind !== "ok") return files;
  await replaceKnowledgeFiles(db, files.value, now());

  const identity = await readIdentity();
  for (const file of files.value) {
    if (file.indexed_at === null || !wantsPassages(file, identity?.companyId ?? null)) continue;
    const mirrored = await readKnowledgeFile(db, file.id);
    if (mirrored === undefined || mirrored.passagesOf === file.indexed_at) continue;
    const passages = await backend.knowledge.passages(db.personId, file.id);
    if (passages.kind !== "ok") return passages;
    // Indexed again between the two requests: the next refresh brings it whole.
    if (passages.value.length !== file.passage_count) continue;
    await replacePassages(db, file.id, file.indexed_at, passages.value);
  }
  return { kind: "ok", value: null };
}
