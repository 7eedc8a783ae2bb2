import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { takeSnapshot, watch } from "../world/effect.ts";
import type { ActorName } from "../world/people.ts";
import type { Method, Row } from "../world/rest.ts";
import { partiesOf } from "../world/row-ownership.ts";
import { type Trial, takeRoleRow } from "../world/row-trials.ts";
import { manualOf, type TableName, tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

type Rule = (world: World) => Promise<Trial>;

/** Nobody adds a row that names another person in this column. */
const inOwnName =
  (table: TableName, column: string): Rule =>
  async (world) => {
    const add = (actor: "admin" | "superAdmin") => {
      const row: Row = tables[table].newRow(partiesOf(world, actor, actor));
      return [actor, "POST", table, { ...row, [column]: world.idOf("northChief") }] as const;
    };
    return {
      found: await effects(world, table, [add("admin"), add("superAdmin")]),
      expected: ["refused", "refused"],
    };
  };

/** Rules that depend not only on who owns a row but also on what it holds, grouped by table. */
const finePrint: Partial<Record<TableName, Record<string, Rule>>> = {
  user_roles: {
    "only a super administrator grants super_admin": async (world) => {
      const giveBack = await takeRoleRow(world, "roleless");
      const raised = { user_id: world.idOf("roleless"), role: "super_admin" };
      const colleague = `user_roles?user_id=eq.${world.idOf("northColleague")}`;
      const both = (actor: ActorName) =>
        [
          [actor, "POST", "user_roles", raised],
          [actor, "PATCH", colleague, { role: "super_admin" }],
        ] as const;
      const found = await effects(world, "user_roles", [...both("admin"), ...both("superAdmin")]);
      await giveBack();
      return { found, expected: ["refused", "refused", "done", "done"] };
    },
  },
  ai_prompt_settings: {
    "a prompt is signed by whoever writes it": async (world) => {
      const another = world.idOf("admin");
      const row = tables.ai_prompt_settings.newRow(partiesOf(world, "superAdmin", "superAdmin"));
      const path = `ai_prompt_settings?company_id=eq.${world.companies.north}`;
      return {
        found: await effects(world, "ai_prompt_settings", [
          ["superAdmin", "POST", "ai_prompt_settings", { ...row, updated_by: another }],
          ["superAdmin", "PATCH", path, { prompt_value: "Changed.", updated_by: another }],
        ]),
        expected: ["refused", "refused"],
      };
    },
  },
  vocabulary_terms: {
    "a term is added in one's own name": inOwnName("vocabulary_terms", "created_by"),
  },
  golden_questions: {
    "a question is added in one's own name": inOwnName("golden_questions", "created_by"),
    "a question is about a document of its company": async (world) => {
      const rows = async () => (await world.asServer("GET", "golden_questions")).rows.length;
      const before = await rows();
      for (const actor of ["admin", "superAdmin"] as const) {
        const body = tables.golden_questions.newRow(partiesOf(world, actor, "admin"));
        const foreign = { ...body, file_id: manualOf(world.companies.south) };
        await world.as(actor, "POST", "golden_questions", { body: foreign });
      }
      return { found: await rows(), expected: before };
    },
  },
  answer_reviews: {
    "people read those of their own ratings, in the company of the rating": async (world) => {
      const askers = ["technician", "suspendedTechnician", "otherTechnician"] as const;
      const asked = askers.map((person): Row => {
        return tables.answer_feedback.newRow(partiesOf(world, person, person));
      });
      const reviews = asked.map(({ id, company_id }) => ({ id, company_id }));
      // Under the id of a rating of another company.
      reviews.push({ id: asked[0]?.id, company_id: world.companies.south });
      await world.asServer("POST", "answer_feedback", { body: asked });
      await world.asServer("POST", "answer_reviews", { body: reviews });
      const expected: Partial<Record<ActorName, number[]>> = {
        ...{ technician: [0], suspendedTechnician: [], otherTechnician: [2], roleless: [] },
        ...{ admin: [0, 1], otherAdmin: [2, 3], superAdmin: [0, 1, 2, 3] },
      };
      const found: typeof expected = {};
      for (const actor of Object.keys(expected) as ActorName[]) {
        const { rows } = await world.as(actor, "GET", "answer_reviews");
        found[actor] = reviews.flatMap(({ id, company_id }, place) =>
          rows.some((row) => row.id === id && row.company_id === company_id) ? [place] : [],
        );
      }
      const ids = asked.map(({ id }) => id).join(",");
      for (const table of ["answer_reviews", "answer_feedback"]) {
        await world.asServer("DELETE", `${table}?id=in.(${ids})`);
      }
      return { found, expected };
    },
  },
  knowledge_base: {
    "a file is added in one's own name": inOwnName("knowledge_base", "uploaded_by"),
    "Label reads what is open to it and stays, also once it is replaced": async (world) => {
      const file = tables.knowledge_base.newRow(partiesOf(world, "admin", "admin"));
      const like = (changes: Row): Row => {
        const id = randomUUID();
        return { ...file, id, file_path: `${world.companies.north}/${id}`, ...changes };
      };
      const open = like({ passage_count: 1 });
      const files: Record<string, Row> = {
        open,
        replaced: like({ passage_count: 1, superseded_by: open.id }),
        closed: like({ allowed_agents: ["voice_agent"] }),
        leaving: like({ deleting_at: new Date().toISOString() }),
      };
      for (const body of Object.values(files)) {
        await world.asServer("POST", "knowledge_base", { body });
        await world.asServer("POST", "knowledge_chunks", {
          body: { file_id: body.id, chunk_no: 0, body: "A passage." },
        });
      }
      const reads = {
        ...{ technician: ["open", "replaced"], roleless: [], otherTechnician: [] },
        admin: Object.keys(files),
      };
      const found: Record<string, string[]> = {};
      const expected: Record<string, string[]> = {};
      for (const [actor, names] of Object.entries(reads)) {
        for (const [table, column] of [
          ["knowledge_base", "id"],
          ["knowledge_chunks", "file_id"],
        ] as const) {
          const { rows } = await world.as(actor as ActorName, "GET", table);
          expected[`${table} ${actor}`] = names;
          found[`${table} ${actor}`] = Object.keys(files).filter((name) =>
            rows.some((row) => row[column] === files[name]?.id),
          );
        }
      }
      for (const { id } of Object.values(files)) {
        await world.asServer("DELETE", `knowledge_base?id=eq.${id}`);
      }
      return { found, expected };
    },
  },
};

async function effects(
  world: World,
  table: TableName,
  statements: (readonly [ActorName, Method, string, Row])[],
): Promise<string[]> {
  const { effectsOf } = await watch(world, table);
  const found: string[] = [];
  for (const [actor, method, path, body] of statements) {
    found.push(...(await effectsOf([() => world.as(actor, method, path, { body })])));
  }
  return found;
}

/** Runs every rule of the fine print. */
export function checkFinePrint(world: () => World): void {
  describe.each(Object.entries(finePrint))("the fine print of %s", (table, lines) => {
    test.each(Object.entries(lines))("%s", async (_, attempt) => {
      const before = await takeSnapshot(world(), table as TableName);
      const { found, expected } = await attempt(world());
      expect(found).toEqual(expected);
      expect(await takeSnapshot(world(), table as TableName)).toEqual(before);
    });
  });
}
