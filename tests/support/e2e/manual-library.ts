import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { rest } from "../backend.ts";
import type { Stack } from "./stack.ts";

/** Rows in one request: so few that a busy machine stores them in the time of a statement. */
const BATCH = 50;
/**
 * Words in a passage: a third of what the app makes, so that the database stores them in seconds.
 */
const WORDS = 50;

/** The words from which all passages are made. */
const VOCABULARY = (
  "the of to and unit valve pump sensor pressure check before service panel motor fan coil board " +
  "wire terminal filter drain line charge replace tighten measure voltage relay bearing seal " +
  "housing inlet outlet bracket gasket thermostat compressor condenser evaporator refrigerant " +
  "temperature reading within limits until close open turn supply cover screw torque"
).split(" ");

/** A word that occurs in only one passage of the file with that number. */
export const rareWord = (number: number) => `QX-${number}`;

/** The name of the file with that number, counted from 0. */
export const libraryName = (number: number) => `Library ${String(number).padStart(3, "0")}.pdf`;

/**
 * Gives a company many files with many passages, as if they had been uploaded, without storage
 * objects.
 */
export async function addLibrary(
  stack: Stack,
  companyId: string,
  { files, passages }: { files: number; passages: number },
): Promise<void> {
  const each = Math.floor(passages / files);
  const rows = Array.from({ length: files }, (_, number) => {
    const id = randomUUID();
    return {
      id,
      file_name: libraryName(number),
      file_path: `${companyId}/${id}.pdf`,
      company_id: companyId,
      allowed_agents: ["label_agent"],
      kind: "pdf",
      size_bytes: 40_000 + number,
      page_count: each,
      passage_count: each,
    };
  });
  await add(stack, "knowledge_base", rows);
  const texts = rows.flatMap(({ id }, number) =>
    Array.from({ length: each }, (_, place) => ({
      file_id: id,
      chunk_no: place,
      page: place + 1,
      heading: `Section ${place + 1}`,
      body: text(number * each + place, place === 1 ? rareWord(number) : "and"),
    })),
  );
  for (let from = 0; from < texts.length; from += BATCH) {
    await add(stack, "knowledge_chunks", texts.slice(from, from + BATCH));
  }
}

/** The same text for the same number, and a different one for every other. */
function text(number: number, last: string): string {
  const words = Array.from(
    { length: WORDS },
    (_, place) => VOCABULARY[(number * 31 + place * place * 7 + place) % VOCABULARY.length],
  );
  return `${words.join(" ")} ${last}.`;
}

async function add(stack: Stack, table: string, rows: object[]): Promise<void> {
  const added = await rest(stack.backend, "service", "POST", table, rows);
  expect(added.status).toBe(201);
}
