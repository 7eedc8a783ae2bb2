import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { emailOf } from "../world/fixtures.ts";
import type { ActorName } from "../world/people.ts";
import { runAs, type Sql } from "../world/run-as.ts";
import type { World } from "../world/world.ts";

const ratingOf = (message_id: string, revision: number, verdict: string | null) => ({
  ...{ message_id, request_id: randomUUID(), item_id: randomUUID(), revision, verdict },
  ...{ agent: "ask", question: "Which filter?", reason: null, sources: [randomUUID()] },
});

/** Which of several ratings of one answer stays. */
export function checkAnswerFeedback(world: () => World): void {
  const rate = (actor: ActorName, rating: object) =>
    world().as(actor, "POST", "rpc/rate_answer", { body: { rating } });
  const stored = async (message: string) =>
    (await world().asServer("GET", `answer_feedback?message_id=eq.${message}`)).rows;

  describe("a rating of an answer", () => {
    test("is stored once for its person and company, and the highest number stays", async () => {
      const message = randomUUID();
      const first = ratingOf(message, 5, "right");
      const newer = ratingOf(message, 7, "wrong");
      for (const rating of [first, first, newer, first]) {
        const reply = await rate("technician", rating);
        expect(reply.status).toBeLessThan(300);
      }
      expect(await stored(message)).toMatchObject([
        {
          ...{ user_id: world().idOf("technician"), company_id: world().companies.north },
          ...{ item_id: newer.item_id, verdict: "wrong" },
        },
      ]);
      await rate("technician", ratingOf(message, 8, null));
      expect(await stored(message)).toMatchObject([{ verdict: null, revision: 8 }]);
    });

    test("does not change another person's rating of the same answer", async () => {
      const message = randomUUID();
      await rate("technician", ratingOf(message, 5, "right"));
      await rate("otherTechnician", ratingOf(message, 9, "wrong"));
      const rows = await stored(message);
      expect(rows.map(({ company_id, verdict }) => [company_id, verdict]).sort()).toEqual(
        [
          [world().companies.north, "right"],
          [world().companies.south, "wrong"],
        ].sort(),
      );
    });

    test("is refused with more than 50 files", async () => {
      const sources = Array.from({ length: 51 }, () => randomUUID());
      const reply = await rate("technician", { ...ratingOf(randomUUID(), 1, "wrong"), sources });
      expect(reply.status).toBe(400);
    });
  });
}

/** Whose a rating is after its account was deleted: by SQL, so that the deletion is rolled back. */
export function checkFormerRatings(world: () => World, sql: () => Sql): void {
  describe("a rating of an answer", () => {
    test("sent again from the account that replaced a deleted one stays one row", async () => {
      const message = randomUUID();
      const gone = world().idOf("northColleague");
      const insert = `insert into public.answer_feedback
        (user_id, company_id, agent, message_id, item_id, revision, verdict, question)
        values ('${gone}', '${world().companies.north}', 'ask', '${message}', '${randomUUID()}', 5,
                'right', 'Which filter?')`;
      const deleted = `delete from auth.users where id = '${gone}'`;
      const inherit = (caller: ActorName) => [
        `update auth.users set email = '${emailOf("northColleague")}'
         where id = '${world().idOf(caller)}'`,
        `insert into private.proven_addresses (user_id, email)
         values ('${world().idOf(caller)}', '${emailOf("northColleague")}')`,
      ];
      const again = (caller: ActorName, prepare: string[]) =>
        runAs(sql(), world().idOf(caller), {
          prepare: [insert, deleted, ...prepare],
          statement: `select user_id, revision, former_user_id from
            public.rate_answer('${JSON.stringify(ratingOf(message, 5, "right"))}')`,
        });
      const mine = { user_id: world().idOf("technician"), former_user_id: gone };
      expect((await again("technician", inherit("technician"))).rows).toMatchObject([mine]);
      // Whoever has another address gets a row of their own.
      expect((await again("technician", [])).rows).toMatchObject([{ former_user_id: null }]);
    });
  });
}
