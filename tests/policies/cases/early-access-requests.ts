import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { earlyAccessFormSchema } from "#supabase/functions/_shared/contracts/new-early-access-request.ts";
import { seed } from "#tests/security/seed.ts";
import { takeSnapshot } from "../world/effect.ts";
import type { ActorName } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
import { partiesOf } from "../world/row-ownership.ts";
import { tables } from "../world/tables.ts";
import { CLIENT_ADDRESS_HEADER, type World } from "../world/world.ts";

const TABLE = "contact_form_submissions";
const EMAILS = [
  ...["pat@prospect.example", "p'at+x-y_z.q@a-b.c-d.example", "a@b.co", ".a@b.co", "a.@b.co"],
  ...["a..b@c.de", "a@b", "a@-b.de", "a@b-.de", "a@b.c", "a@b..de", "a b@c.de", "a@b.de\n"],
  ...["é@b.de", "a@bücher.de", "a@b.de, c@d.ef", "<a@b.de>", '"a b"@c.de', "a@[127.0.0.1]"],
  ...["a@b.d3", "a/b@c.de", "", "@b.de", "a@b.de ", `${"a".repeat(249)}@b.de`],
  `${"a".repeat(251)}@b.de`,
];
const TEXTS = [
  ...["x", " x ", "", " ", "  ", "\t", "\n", "\u00a0", "\u2003", "\u3000", "\ufeff", "\u200b"],
  ...[50, 51, 100, 101, 200, 201].map((length) => "x".repeat(length)),
];
const COLUMNS = {
  ...{ company: "company", name: "name", phone: "phone" },
  ...{ fieldTechCount: "field_tech_count", currentCrm: "current_crm" },
};

/** The rules of the table of early-access requests beyond who may access it. */
export function checkEarlyAccessRequests(world: () => World): void {
  const lead = (changes: Row = {}): Row => ({
    ...tables[TABLE].newRow(partiesOf(world(), "stray", "stray")),
    ...changes,
  });
  const send = (body: Row, actor: ActorName | "anon" = "anon") =>
    world().as(actor, "POST", TABLE, { body });
  const sendFrom = (addresses: string) => {
    const headers = { [CLIENT_ADDRESS_HEADER]: addresses };
    return world().as("anon", "POST", TABLE, { body: lead(), headers });
  };
  const expectAccepted = async (...addresses: string[]) => {
    for (const each of addresses) expect([each, (await sendFrom(each)).code]).toEqual([each, null]);
  };
  const expectLimited = async (address: string, until = "") => {
    const reply = await sendFrom(address);
    expect(reply).toMatchObject({ status: 429, code: "PT429" });
    expect(reply.message).toContain(until);
  };
  const many = (count: number, address: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => address(i));
  /** Adds requests of other people, made `minutes` minutes ago. */
  const rush = async (rows: number, minutes: number) => {
    const created_at = new Date(Date.now() - minutes * 60_000).toISOString();
    for (let done = 0; done < rows; done += 1000) {
      const body = Array.from({ length: Math.min(1000, rows - done) }, () => lead({ created_at }));
      await world().asServer("POST", TABLE, { body });
    }
  };
  const count = async () => (await takeSnapshot(world(), TABLE)).size;
  let first: unknown;
  /** Removes all requests but the one that was there before. */
  const clear = () => world().asServer("DELETE", `${TABLE}?id=neq.${first}`);

  describe("a request for early access", () => {
    beforeAll(async () => {
      first = [...(await takeSnapshot(world(), TABLE)).values()][0]?.id;
    });
    afterEach(clear);

    test("has the status new and no notes, whatever its sender states", async () => {
      const body = lead();
      expect((await send(body)).status).toBe(201);
      const { rows } = await world().asServer("GET", `${TABLE}?id=eq.${body.id}`);
      expect(rows).toMatchObject([{ ...body, status: "new", notes: null }]);
      expect((await send(lead({ status: "qualified" }))).code).toBe("42501");
    });

    test("sent several times at once becomes one row, and its sender learns that it exists", async () => {
      const body = lead();
      const replies = await Promise.all([send(body), send(body), send(body)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect(replies.flatMap(({ code }) => code ?? [])).toEqual(["23505", "23505"]);
    });

    test("is accepted five times a day from one email address, in any spelling", async () => {
      const before = await count();
      const email = `${randomUUID()}@pace.example`;
      const bodies = Array.from({ length: 5 }, () => lead({ email }));
      for (const body of bodies) expect((await send(body)).code).toBeNull();
      const sixth = await send(lead({ email: email.toUpperCase() }), "technician");
      expect(sixth).toMatchObject({ status: 429, code: "PT429" });
      expect(sixth.message).toContain("try again tomorrow");
      // A request that has already arrived is answered 409, not with the rate limit.
      expect((await send(bodies[0] ?? {})).status).toBe(409);
      expect((await send(lead())).code).toBeNull();
      const created_at = new Date(Date.now() - 25 * 3_600_000).toISOString();
      await world().asServer("PATCH", `${TABLE}?id=eq.${bodies[0]?.id}`, { body: { created_at } });
      expect((await send(lead({ email }))).code).toBeNull();
      expect(await count()).toBe(before + 7);
    });

    test.each([
      [20, "one line", (i: number) => `198.51.100.${i}, 203.0.113.7`, "203.0.113.8"],
      // One line has a whole /64 of IPv6.
      [20, "a /64", (i: number) => `2001:db8:1:2:${i}::1`, "2001:db8:1:3::1"],
      [40, "a /24", (i: number) => `192.0.2.${i}`, "192.0.3.1"],
      [40, "a /48", (i: number) => `2001:db8:2:${i}::1`, "2001:db8:3::1"],
    ])(
      "is accepted %i times an hour from %s, whatever its sender claims",
      async (most, _, line, other) => {
        await expectAccepted(...many(most, line));
        await expectLimited(line(most), "try again in an hour");
        await expectAccepted(other, "no address");
      },
    );

    test("is limited by other methods, paths and spellings of an address, too", async () => {
      await expectAccepted(...many(20, () => "192.0.4.7"));
      await expectLimited("::ffff:192.0.4.7");
      const headers = { [CLIENT_ADDRESS_HEADER]: "192.0.4.7" };
      const body = lead();
      for (const [method, path] of [
        ["POST", "contact%5Fform_submissions"],
        ["POST", `${TABLE}?columns=id,company,name,email,phone,field_tech_count,current_crm`],
        ["POST", `${TABLE}?on_conflict=id`],
        ["PUT", `${TABLE}?id=eq.${body.id}`],
      ] as const) {
        const reply = await world().as("anon", method, path, { body, headers });
        expect(reply.status, path).toBeGreaterThanOrEqual(400);
      }
    });

    test.each([
      ["sixty in a minute", 60, 0],
      ["six hundred in an hour", 600, 30],
    ])(
      "in a rush (%s), is accepted only from networks that have not sent one yet",
      async (_, rows, minutes) => {
        const provider = minutes === 0 ? "100.64" : "100.65";
        await expectAccepted(`${provider}.1.1`);
        await rush(rows, minutes);
        await expectLimited(`${provider}.1.2`, "try again later");
        // The request above counts among the twenty of its provider.
        await expectAccepted(...many(19, (i) => `${provider}.${i + 2}.1`));
        await expectLimited(`${provider}.20.2`);
        await expectLimited(`${provider}.21.1`);
        await expectAccepted(`100.${70 + minutes}.1.1`, `2001:db9:${minutes}::1`);
        // Senders without a known address cannot be told apart.
        expect((await send(lead())).status).toBe(rows === 60 ? 429 : 201);
        await clear();
        await expectAccepted(`${provider}.1.2`);
      },
    );

    test("is accepted three thousand times an hour from everybody together", async () => {
      await rush(2999 - (await count()), 30);
      expect(await send(lead())).toMatchObject({ status: 429, code: "PT429" });
      await expectAccepted("100.80.1.1");
      await expectLimited("100.81.1.1");
      await clear();
      await expectAccepted("100.81.1.1");
    });

    test("accepts the same values as the form, and no others", async () => {
      const form = { company: "C", name: "N", phone: "1", fieldTechCount: "5", currentCrm: "none" };
      const emails = new Set([
        ...EMAILS,
        ...fc.sample(fc.emailAddress(), { seed, numRuns: 20 }),
        ...fc.sample(fc.stringMatching(/^[a.+'_-]{1,4}@[a.-]{1,5}\.[a1]{1,3}$/), {
          ...{ seed, numRuns: 40 },
        }),
      ]);
      const tries = [
        ...[...emails].map((email) => ["email", "email", email] as const),
        ...Object.entries(COLUMNS).flatMap(([field, column]) =>
          TEXTS.map((text) => [field, column, text] as const),
        ),
      ];
      for (const [field, column, text] of tries) {
        const typed = { ...form, email: "a@b.co", [field]: text };
        const body = lead({ [column]: text });
        const { code } = await world().asServerMay("POST", TABLE, { body });
        const expected = earlyAccessFormSchema.safeParse(typed).success ? null : "23514";
        expect([field, text, code]).toEqual([field, text, expected]);
      }
    });

    test("is limited in the same way when many are sent at once", async () => {
      const email = `${randomUUID()}@pace.example`;
      const replies = await Promise.all(Array.from({ length: 9 }, () => send(lead({ email }))));
      expect(replies.filter(({ code }) => code === null)).toHaveLength(5);
      expect(replies.filter(({ code }) => code === "PT429")).toHaveLength(4);
    });
  });
}
