import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { emailOf } from "../world/fixtures.ts";
import type { ActorName, PersonName } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
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

/** Asks the office as a technician of North. @returns the row as administrators find it */
async function askOffice(world: World, message: string, revision = 1): Promise<Row> {
  const rating = ratingOf(message, revision, "asked");
  await world.as("technician", "POST", "rpc/rate_answer", { body: { rating } });
  const { rows } = await world.asServer("GET", `answer_feedback?message_id=eq.${message}`);
  const found = await world.as("admin", "GET", `answers_to_review?id=eq.${rows[0]?.id}`);
  expect(found.rows).toMatchObject([{ verdict: "asked", done_at: null }]);
  return found.rows[0] ?? {};
}

/** What the office does about an answer, and who learns of it. */
export function checkAnswerReviews(world: () => World): void {
  const own = async (actor: ActorName, message: string) =>
    (await world().as(actor, "GET", `own_answer_feedback?message_id=eq.${message}`)).rows;

  describe("a reply of the office", () => {
    test("comes back to who asked, with who replied", async () => {
      const message = randomUUID();
      const { id, company_id } = await askOffice(world(), message);
      const done = { done_at: "2020-01-01T00:00:00Z", reply: "Filter 12." };
      const body = { id, company_id, ...done };
      expect((await world().as("admin", "POST", "answer_reviews", { body })).code).toBeNull();
      expect(await own("technician", message)).toMatchObject([
        {
          reply: "Filter 12.",
          replier: expect.stringMatching(/\S/),
          replied_at: expect.any(String),
        },
      ]);
      expect(await own("roleless", message)).toEqual([]);
    });

    test("cannot be given by another company, not even under the same id", async () => {
      const message = randomUUID();
      const { id, company_id } = await askOffice(world(), message);
      const { south } = world().companies;
      const reply = (company: unknown) =>
        world().as("otherAdmin", "POST", "answer_reviews", {
          body: { id, company_id: company, reply: "Not yours." },
        });
      expect((await reply(company_id)).code).toBe("42501");
      expect((await reply(south)).code).toBeNull();
      expect(await own("technician", message)).toMatchObject([{ reply: null }]);
      await world().asServer("DELETE", `answer_reviews?id=eq.${id}`);
    });

    test("is done by the server's clock, and open again once it is asked again", async () => {
      const message = randomUUID();
      const { id, company_id } = await askOffice(world(), message);
      const body = { id, company_id, done_at: "2099-01-01T00:00:00Z" };
      await world().as("admin", "POST", "answer_reviews", { body });
      const [before] = await own("technician", message);
      expect(Date.parse(String(before?.done_at))).toBeLessThan(Date.parse("2099-01-01"));
      await askOffice(world(), message, 2);
      expect(await own("technician", message)).toMatchObject([{ done_at: null }]);
    });

    test("is assigned only to oneself or to an administrator of the company", async () => {
      const { id, company_id } = await askOffice(world(), randomUUID());
      await world().as("admin", "POST", "answer_reviews", { body: { id, company_id } });
      const assign = async (actor: ActorName, to: PersonName) => {
        const body = { assigned_to: world().idOf(to) };
        return (await world().as(actor, "PATCH", `answer_reviews?id=eq.${id}`, { body })).code;
      };
      expect(await assign("admin", "admin")).toBeNull();
      expect(await assign("admin", "superAdmin")).toBeNull();
      for (const other of ["technician", "otherAdmin", "suspendedAdmin"] as const) {
        expect([other, await assign("admin", other)]).toEqual([other, "23514"]);
      }
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
