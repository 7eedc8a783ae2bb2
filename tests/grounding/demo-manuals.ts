import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod/mini";
import {
  type PassageHit,
  passageHitSchema,
} from "#supabase/functions/_shared/contracts/knowledge.ts";

const FOLDER = new URL("../../supabase/seed/manuals/passages/", import.meta.url);

const manualSchema = z.object({
  passages: z.array(
    z.pick(passageHitSchema, { chunk_no: true, page: true, heading: true, body: true }),
  ),
});

/** The passages of the demo manuals, by file name, as the demo company has them. */
export function demoManuals(): Map<string, z.infer<typeof manualSchema>["passages"]> {
  return new Map(
    readdirSync(FOLDER)
      .sort()
      .map((name) => [
        name.replace(/\.json$/, ""),
        manualSchema.parse(JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"))).passages,
      ]),
  );
}

/** All these passages, as a search would return them. */
export function demoPassages(): PassageHit[] {
  return [...demoManuals()].flatMap(([file_name, passages], file) =>
    passages.map((passage) => ({
      ...passage,
      file_id: `018f0000-0000-7000-8000-00000000000${file}`,
      file_name,
      score: 1,
    })),
  );
}

/** Whether a passage has this phrase, however its lines are broken. */
export function holds(passage: { heading: string | null; body: string }, phrase: string): boolean {
  return `${passage.heading ?? ""} ${passage.body}`.replace(/\s+/g, " ").includes(phrase);
}
