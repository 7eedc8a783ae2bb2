import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect } from "vitest";
import { rest } from "../backend.ts";
import type { Stack } from "./stack.ts";

const MANUALS = new URL("../../../supabase/seed/manuals/", import.meta.url);
const TEXT_OF = "northwind-hp-240-service-manual.pdf";

/** A manual of the demo company with the size of a real machine's manual. */
export interface LongManual {
  id: string;
  name: string;
  bytes: Buffer;
}

/** Uploads the demo's PDF again, padded so that its download has several parts. */
export async function addLongManual(stack: Stack): Promise<LongManual> {
  const [like] = await stack.rows("knowledge_base", `file_name=eq.${TEXT_OF}`);
  const bytes = padded(readFileSync(new URL(TEXT_OF, MANUALS)), 1_500_000);
  const id = randomUUID();
  const name = "Long HP-240 manual.pdf";
  const path = `${String(like?.company_id)}/${id}.pdf`;
  const stored = await fetch(`${stack.backend.url}/storage/v1/object/knowledge-base/${path}`, {
    method: "POST",
    headers: {
      apikey: stack.backend.secretKey,
      authorization: `Bearer ${stack.backend.secretKey}`,
      "content-type": "application/pdf",
    },
    body: new Uint8Array(bytes),
  });
  expect(stored.status).toBe(200);
  const prepared: { pageCount: number; passages: object[] } = JSON.parse(
    readFileSync(new URL(`passages/${TEXT_OF}.json`, MANUALS), "utf8"),
  );
  const row = await rest(stack.backend, "service", "POST", "knowledge_base", {
    id,
    file_name: name,
    file_path: path,
    company_id: like?.company_id,
    allowed_agents: ["label_agent"],
    kind: "pdf",
    size_bytes: bytes.length,
    page_count: prepared.pageCount,
    passage_count: prepared.passages.length,
  });
  expect(row.status).toBe(201);
  const passages = prepared.passages.map((passage) => ({ ...passage, file_id: id }));
  const added = await rest(stack.backend, "service", "POST", "knowledge_chunks", passages);
  expect(added.status).toBe(201);
  return { id, name, bytes };
}

/** Pads a PDF with comments before its last section, so that no offset in it changes. */
function padded(pdf: Buffer, size: number): Buffer {
  const end = pdf.lastIndexOf("startxref");
  const line = `%${"-".repeat(98)}\n`;
  const comments = line.repeat(Math.ceil((size - pdf.length) / line.length));
  return Buffer.concat([pdf.subarray(0, end), Buffer.from(comments), pdf.subarray(end)]);
}

/** The entry of a document in the list of the manuals. */
export const manualRow = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Manuals" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

/** The paths of all entries in this device's caches whose names begin with `cacheName`. */
export function cachedPaths(page: Page, cacheName: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const names = (await caches.keys()).filter((each) => each.startsWith(name));
    const keys = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  }, cacheName);
}

/** The number of rows of a file in each table about manuals on this device. */
export function rowsOfFile(page: Page, person: string, fileId: string): Promise<number[]> {
  return page.evaluate(
    async ({ name, id }) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const stores = ["knowledgeFiles", "passages", "passageIndexes", "downloads", "downloadParts"];
      const counts = stores.map(
        (store) =>
          new Promise<number>((resolve, reject) => {
            const request = db.transaction(store).objectStore(store).getAll();
            request.onsuccess = () =>
              resolve(
                request.result.filter((row: Record<string, unknown>) =>
                  [row.id, row.fileId, row.file_id].includes(id),
                ).length,
              );
            request.onerror = () => reject(request.error);
          }),
      );
      const found = await Promise.all(counts);
      db.close();
      return found;
    },
    { name: `field-agents-${person}`, id: fileId },
  );
}
