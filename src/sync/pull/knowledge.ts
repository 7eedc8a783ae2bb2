import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import { readIdentity } from "#mirror/device/identity.ts";
import {
  allKnowledgeFiles,
  freeReplacedFiles,
  KNOWLEDGE_FILES_SCOPE,
  replaceKnowledgeFiles,
  wantsPassages,
} from "#mirror/person/knowledge/knowledge-files.ts";
import { replacePassages } from "#mirror/person/knowledge/passages.ts";
import { citedFiles } from "#mirror/person/knowledge/versions.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { createPull } from "./pull.ts";

const FILES = {
  scope: KNOWLEDGE_FILES_SCOPE,
  tables: ["knowledge_base"],
  ask: (backend: Backend, me: string) => backend.knowledge.files(me),
  replace: replaceKnowledgeFiles,
};

/** Only the files: administrators need no passages to manage them. */
export const pullKnowledgeFiles = createPull(FILES);

/**
 * The files of the knowledge base that the person may read, and the passages of their own company's
 * files.
 */
export const pullKnowledge = createPull({
  ...FILES,
  tables: ["knowledge_base", "knowledge_chunks"],
  andThen: pullPassages,
});

/**
 * Refreshes the passages of changed files. Passages are for answers without a network, and only
 * from the person's own company. The passages of a file are replaced completely or not at all; the
 * next refresh loads what an interruption left out. What is here of replaced files goes at the end,
 * when the newer ones can answer.
 */
async function pullPassages(db: PersonDatabase, backend: Backend): Promise<Outcome<null>> {
  const companyId = (await readIdentity())?.companyId ?? null;
  const cited = await citedFiles(db);
  for (const file of await allKnowledgeFiles(db)) {
    if (file.indexed_at === null || file.passagesOf === file.indexed_at) continue;
    if (!wantsPassages(file, companyId, cited)) continue;
    const passages = await backend.knowledge.passages(db.personId, file.id);
    if (passages.kind !== "ok") return passages;
    // The file was indexed again between the two requests: the next refresh loads it completely.
    if (passages.value.length !== file.passage_count) continue;
    await replacePassages(db, file.id, file.indexed_at, passages.value);
  }
  await freeReplacedFiles(db);
  return { kind: "ok", value: null };
}
