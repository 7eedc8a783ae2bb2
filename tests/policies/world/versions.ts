import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect } from "vitest";
import { type Library, openLibrary } from "./library.ts";
import type { Row } from "./rest.ts";
import type { World } from "./world.ts";

/** What the versions tell of their reading. */
export const READING = { share: 0.9, untold_pages: [], pictures: 1, objects: 0 };

/** A library for each test of a suite, and what is done there with the versions of its documents. */
export function useVersions(world: () => World) {
  let library: Library;
  beforeEach(async () => {
    library = await openLibrary(world());
  });
  afterEach(async () => {
    await library.giveBack();
  });

  const call = (name: string, body: object) =>
    world().as("superAdmin", "POST", `rpc/${name}`, { body });
  /** Adds a version without its passages. */
  async function announce(previous: string, passage_count: number) {
    const id = randomUUID();
    const { code } = await call("add_document_version", {
      ...{ previous, id, file_name: "Manual v2.pdf", file_path: `${library.company}/${id}` },
      ...{
        kind: "pdf",
        size_bytes: 1,
        page_count: 1,
        picture_pages: [1],
        reading: READING,
        passage_count,
      },
    });
    return { id, code };
  }
  const send = (file_id: string, ...texts: string[]) =>
    world().asServer("POST", "knowledge_chunks", {
      body: texts.map((body, i) => ({ file_id, chunk_no: i, body })),
    });

  return {
    library: () => library,
    /** The texts that the search finds. */
    bodies: async (query: string) => (await library.ask(query)).map((row) => row.body),
    rowOf: async (id: string): Promise<Row | undefined> =>
      (await world().asServer("GET", `knowledge_base?id=eq.${id}`)).rows[0],
    announce,
    send,
    /** Adds a version with its passages. @returns its id */
    async addVersion(previous: string, ...texts: string[]): Promise<string> {
      const { id, code } = await announce(previous, texts.length);
      expect(code).toBeNull();
      await send(id, ...texts);
      return id;
    },
    restore: (file: string) => call("restore_document_version", { file }),
    remove: (...ids: string[]) =>
      world().asServer("DELETE", `knowledge_base?id=in.(${ids.join(",")})`),
  };
}
