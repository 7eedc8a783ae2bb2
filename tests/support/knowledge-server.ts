import type { KnowledgeFile, Passage } from "@contracts/knowledge.ts";
import { type Outcome, unreachable } from "#backend/outcome.ts";
import type { NewKnowledgeFile, NewKnowledgeVersion } from "#backend/tables/knowledge-tables.ts";
import { readKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { deferred } from "./deferred.ts";

const SET_BY_SERVER = {
  created_at: "2026-01-01",
  indexed_passages: 0,
  indexed_at: null,
  deleting_at: null,
  superseded_by: null,
  superseded_at: null,
};

/** How the calls of a model server are answered, by their names. */
export function openAnswers() {
  const fail = new Map<string, Outcome<never>>();
  const lost = new Set<string>();
  const gates = new Map<string, Promise<void>>();
  const calls: string[] = [];
  return {
    /** The calls that arrived, in order. */
    calls,
    /** Failures to return. */
    fail,
    /** Calls that the server carries out once without an answer. */
    lost,
    async through<T>(call: string, work: () => T): Promise<Outcome<T>> {
      await gates.get(call);
      calls.push(call);
      const failure = fail.get(call);
      if (failure !== undefined) return failure;
      const value = work();
      return lost.delete(call) ? unreachable() : { kind: "ok", value };
    },
    /** Has a call wait until the returned function is called. */
    hold(call: string): () => void {
      const { promise, resolve } = deferred();
      gates.set(call, promise);
      return resolve;
    },
  };
}

/** A text that was read, of so many passages. */
export const readText =
  (count = 250) =>
  async () => ({
    kind: "txt" as const,
    pageCount: null,
    picturePages: null,
    reading: { share: 1, untold_pages: [], pictures: 0, objects: 0 },
    language: "english" as const,
    passages: Array.from({ length: count }, (_, chunk_no): Passage => {
      return { chunk_no, page: null, heading: null, body: `Passage ${chunk_no}` };
    }),
  });

export async function fileNamed(
  db: PersonDatabase,
  companyId: string,
  name: string,
): Promise<KnowledgeFile> {
  const files = await readKnowledgeFiles(db, companyId);
  const file = files.find(({ file_name }) => file_name === name);
  if (file === undefined) throw new Error(`there is no ${name}`);
  return file;
}

/** A server's knowledge base; it carries out the calls in `stalled`, and never answers them. */
export function createKnowledgeServer(answers = openAnswers()) {
  const rows = new Map<string, KnowledgeFile>();
  const objects = new Map<string, ArrayBuffer>();
  const stored = new Map<string, Map<number, Passage>>();
  const stalled = new Set<string>();
  const { fail, hold, through } = answers;
  const abortable = async <T>(call: string, signal: AbortSignal | undefined, work: () => T) => {
    const answer = await through(call, work);
    if (!stalled.has(call)) return answer;
    return new Promise<Outcome<T>>((resolve) =>
      signal?.addEventListener("abort", () => resolve(unreachable())),
    );
  };
  const done = (call: string, work: () => unknown) =>
    through(call, () => {
      work();
      return null;
    });
  const file = (id: string) => {
    const row = rows.get(id);
    return row === undefined ? null : { ...row, indexed_passages: stored.get(id)?.size ?? 0 };
  };
  const change = (id: string, fields: Partial<KnowledgeFile>) => {
    const row = rows.get(id);
    if (row !== undefined) rows.set(id, { ...row, ...fields });
  };
  /** A version that is complete takes the place of the one before it. */
  const supersedeBefore = (id: string) => {
    if (stored.get(id)?.size !== rows.get(id)?.passage_count) return;
    for (const row of rows.values()) {
      if (row.superseded_by === id) change(row.id, { superseded_at: "2026-01-02" });
    }
  };
  const knowledge = {
    files: () => through("files", () => [...rows.keys()].flatMap((id) => file(id) ?? [])),
    file: (_: string, id: string) => through("file", () => file(id)),
    addFile: (row: NewKnowledgeFile) =>
      done("addFile", () => rows.set(row.id, { ...row, ...SET_BY_SERVER })),
    addVersion: (uploaded_by: string, { previous, ...row }: NewKnowledgeVersion) =>
      done("addVersion", () => {
        const before = rows.get(previous);
        if (before === undefined) throw new Error("there is no previous version");
        const { company_id, allowed_agents } = before;
        const given = { company_id, allowed_agents, uploaded_by };
        rows.set(row.id, { ...row, ...SET_BY_SERVER, ...given });
        rows.set(previous, { ...before, superseded_by: row.id });
      }),
    restoreVersion: (_: string, id: string) =>
      done("restoreVersion", () => {
        const next = rows.get(id)?.superseded_by ?? null;
        const before = [...rows.values()].find((row) => row.superseded_by === id);
        const newest = [...rows.values()].find(
          (row) => row.superseded_by === null && row.id !== id && next !== null,
        );
        if (before !== undefined && next !== null) change(before.id, { superseded_by: next });
        if (newest !== undefined) {
          change(newest.id, { superseded_by: id, superseded_at: "2026-01-02" });
        }
        change(id, { superseded_by: null, superseded_at: null });
      }),
    changeFile: (_: string, id: string, fields: Partial<KnowledgeFile>) =>
      through("changeFile", () => {
        change(id, fields);
        const { allowed_agents } = fields;
        for (const each of rows.values()) {
          if (each.superseded_by !== id || allowed_agents === undefined) continue;
          change(each.id, { allowed_agents });
        }
        return file(id);
      }),
    deleteFile: (_: string, id: string) =>
      done("deleteFile", () => {
        rows.delete(id);
        stored.delete(id);
        for (const row of rows.values()) {
          if (row.superseded_by === id) change(row.id, { superseded_by: null });
        }
      }),
    addPassages: (_: string, id: string, batch: readonly Passage[], signal?: AbortSignal) =>
      abortable("addPassages", signal, () => {
        const added = batch.map((each) => [each.chunk_no, each] as const);
        stored.set(id, new Map([...(stored.get(id) ?? []), ...added]));
        supersedeBefore(id);
        return null;
      }),
    passages: (_: string, id: string) =>
      through("passages", () =>
        [...(stored.get(id)?.values() ?? [])].map((each) => ({ ...each, file_id: id })),
      ),
    deletePassages: (_: string, id: string) => done("deletePassages", () => stored.delete(id)),
    companies: () => through("companies", () => []),
  };
  const storage = {
    upload: (_: string, path: string, bytes: ArrayBuffer, _type: string, signal?: AbortSignal) =>
      abortable("upload", signal, () => objects.set(path, bytes)),
    download: (_: string, path: string) =>
      through("download", () => new Blob([objects.get(path) ?? new ArrayBuffer(0)])),
    remove: (_: string, path: string) =>
      done(fail.has("remove") ? "remove" : `remove ${path}`, () => objects.delete(path)),
  };
  return { rows, objects, stored, fail, hold, stalled, backend: { knowledge, storage } };
}
