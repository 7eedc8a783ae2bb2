import { mayUseFile, type PassageHit } from "@contracts/knowledge.ts";
import type {
  MirroredKnowledgeFile,
  PassageIndex,
} from "#mirror/person/knowledge/knowledge-rows.ts";
import {
  filesWithPassages,
  putPassageIndex,
  readPassageIndexes,
  readPassages,
  readSomePassages,
} from "#mirror/person/knowledge/passages.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { buildPassageIndex } from "./passage-index.ts";
import { rankPassages } from "./rank-passages.ts";
import type { ManualQuery } from "./search-messages.ts";

/**
 * Searches the passages on this device. Indexes are kept in memory after the first read; missing
 * indexes are built first and stored in the mirror. Each search takes account of files that were
 * added, changed or deleted since the last one.
 */
export function openManualSearch(
  db: PersonDatabase,
): (query: ManualQuery) => Promise<PassageHit[]> {
  const loaded = new Map<string, PassageIndex>();

  async function load(files: readonly MirroredKnowledgeFile[]): Promise<void> {
    const here = new Set(files.map(({ id }) => id));
    for (const id of loaded.keys()) if (!here.has(id)) loaded.delete(id);
    const changed = files.filter(({ id, passagesOf }) => loaded.get(id)?.indexedAt !== passagesOf);
    const stored = await readPassageIndexes(
      db,
      changed.map(({ id }) => id),
    );
    for (const [place, file] of changed.entries()) {
      const index = stored[place];
      const isCurrent = index !== undefined && index.indexedAt === file.passagesOf;
      loaded.set(file.id, isCurrent ? index : await make(file));
    }
  }

  async function make({ id, passagesOf }: MirroredKnowledgeFile): Promise<PassageIndex> {
    const index = buildPassageIndex(id, passagesOf ?? "", await readPassages(db, id));
    await putPassageIndex(db, index);
    return index;
  }

  return async ({ query, agent, limit }) => {
    const files = await filesWithPassages(db);
    await load(files);
    const open = files.filter((file) => mayUseFile(agent, file));
    const indexes = open.flatMap(({ id }) => loaded.get(id) ?? []);
    const ranked = rankPassages(indexes, query, limit);
    const passages = await readSomePassages(db, ranked);
    const names = new Map(files.map(({ id, file_name }) => [id, file_name]));
    return ranked.flatMap(({ fileId, score }, place) => {
      const passage = passages[place];
      if (passage === undefined) return [];
      return [{ ...passage, file_id: fileId, file_name: names.get(fileId) ?? "", score }];
    });
  };
}
