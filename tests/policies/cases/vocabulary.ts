import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Sql } from "../world/run-as.ts";
import type { World } from "../world/world.ts";

const LIMIT = 1_000;

/** How large a vocabulary gets, and what of it stays: by SQL, because it takes many rows. */
export function checkVocabulary(world: () => World, sql: () => Sql): void {
  const company = () => world().companies.south;
  const add = (count: number) =>
    sql()(
      `insert into public.vocabulary_terms (company_id, term)
       select '${company()}', 'T-${randomUUID()}-' || n from generate_series(1, ${count}) n`,
    );
  const count = async () => {
    const [row] = await sql()(
      `select count(*) as n from public.vocabulary_terms where company_id = '${company()}'`,
    );
    return Number(row?.n);
  };

  describe("a vocabulary", () => {
    test("takes 1,000 entries of a company, and not one more", async () => {
      await add(LIMIT - (await count()));
      await expect(add(1)).rejects.toThrow("at most 1,000 entries");
      expect(await count()).toBe(LIMIT);
      await sql()(`delete from public.vocabulary_terms where company_id = '${company()}'`);
    });

    test("has one replacement for what is heard, beside the term of the same letters", async () => {
      const row = (term: string, heard: string | null) =>
        sql()(
          `insert into public.vocabulary_terms (company_id, term, heard)
           values ('${company()}', '${term}', ${heard === null ? "null" : `'${heard}'`})`,
        );
      await row("contactor", null);
      await row("contactor", "contractor");
      await row("contactor", "contact or");
      await expect(row("Contactor", null)).rejects.toThrow("vocabulary_terms_term");
      await expect(row("contacts", "Contractor")).rejects.toThrow("vocabulary_terms_heard");
      await sql()(`delete from public.vocabulary_terms where company_id = '${company()}'`);
    });
  });
}
