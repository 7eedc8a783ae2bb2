import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { functionReach, rpcReach } from "../expected/functions.ts";
import type { PersonName } from "../world/people.ts";
import { rolledBack, type Sql } from "../world/run-as.ts";
import { tableNames } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** What the token of a company's own system opens, and until when. */
export function checkImportToken(world: () => World): void {
  const north = () => world().companies.north;
  const makeToken = async (): Promise<string> => {
    const body = { company: north() };
    const reply = await world().as("admin", "POST", "rpc/make_job_import_token", { body });
    return String(reply.rows[0]);
  };
  const post = (path: string, headers: Record<string, string>, body: object, method = "POST") =>
    fetch(`${world().backend.url}/${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method !== "GET" && { body: JSON.stringify(body) }),
    });
  const sendJobs = async (token: string, ...jobs: object[]) => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await post("functions/v1/import-jobs", headers, { jobs });
    return [reply.status, await reply.json()];
  };
  const refused = [401, { error: expect.objectContaining({ code: "unauthorized" }) }];

  describe("the token of a company's own system", () => {
    test("adds and changes the jobs of that company", async () => {
      const token = await makeToken();
      const first = { number: "B-1", title: "Pump" };
      expect(await sendJobs(token, first)).toEqual([200, { added: 1, changed: 0 }]);
      const closed = { number: "B-1", status: "closed" };
      expect(await sendJobs(token, closed, { number: "B-2" })).toEqual([
        200,
        { added: 1, changed: 1 },
      ]);
      const { rows } = await world().asServer("GET", "jobs?number=like.B-*&order=number");
      expect(rows).toMatchObject([
        { company_id: north(), title: "Pump", status: "closed" },
        { company_id: north(), number: "B-2", status: "open" },
      ]);
      const used = await world().as("admin", "GET", "job_import_tokens?last_used_at=not.is.null");
      expect(used.rows).toHaveLength(1);
    });

    test("opens nothing else", async () => {
      const { publishableKey } = world().backend;
      const token = await makeToken();
      const authorization = `Bearer ${token}`;
      const requests: [method: string, path: string][] = [
        ...tableNames.map((table) => ["GET", `rest/v1/${table}`] as [string, string]),
        ...["jobs", ...Object.keys(rpcReach).map((name) => `rpc/${name}`)].map(
          (path) => ["POST", `rest/v1/${path}`] as [string, string],
        ),
        ...Object.keys(functionReach)
          .filter((name) => name !== "import-jobs")
          .map((name) => ["POST", `functions/v1/${name}`] as [string, string]),
        ["GET", `storage/v1/object/knowledge-base/${north()}/manual.pdf`],
        ["POST", "storage/v1/object/list/knowledge-base"],
        ["GET", "auth/v1/user"],
        ["PUT", "auth/v1/user"],
        ["GET", "auth/v1/factors"],
        ["GET", "auth/v1/admin/users"],
      ];
      const answered: string[] = [];
      for (const headers of [
        { apikey: publishableKey, authorization },
        { apikey: token, authorization },
        { apikey: token },
      ]) {
        for (const [method, path] of requests) {
          const { status } = await post(path, headers as Record<string, string>, {}, method);
          // Storage says 400 to everybody without a key.
          const isRefused =
            [401, 403, 404].includes(status) || (status === 400 && path.startsWith("storage"));
          if (!isRefused) answered.push(`${method} ${path}: ${status}`);
        }
      }
      expect(answered).toEqual([]);
    });

    test("is valid until it is replaced or revoked", async () => {
      const first = await makeToken();
      const second = await makeToken();
      expect(await sendJobs(first, { number: "B-3" })).toEqual(refused);
      expect((await sendJobs(second, { number: "B-3" }))[0]).toBe(200);
      await world().as("admin", "DELETE", `job_import_tokens?company_id=eq.${north()}`);
      for (const token of [first, second, `jobs_${"0".repeat(64)}`, "jobs_"]) {
        expect(await sendJobs(token, { number: "B-4" })).toEqual(refused);
      }
      expect((await world().asServer("GET", "jobs?number=eq.B-4")).rows).toEqual([]);
    });
  });
}

/** What is sent to webhooks, and what a deletion takes along: by SQL, so that it is rolled back. */
export function checkWhatIsSent(world: () => World, sql: () => Sql): void {
  const [hook, job, entry] = [randomUUID(), randomUUID(), randomUUID()];
  const colleague = () => world().idOf("northColleague");

  const addEntry = (person: PersonName = "northColleague", id = entry) =>
    sql()(`
      insert into public.agent_logs (id, user_id, agent_type, input_type, input_data, job_id)
      values ('${id}', '${world().idOf(person)}', 'voice', 'voice', 'As heard.', '${job}')`);
  const correct = (
    transcription: string,
    revision: number,
    person: PersonName = "northColleague",
  ) =>
    sql()(`
      insert into public.entry_changes
        (id, entry_id, user_id, kind, transcription, summary, revision, changed_at)
      values (gen_random_uuid(), '${entry}', '${world().idOf(person)}', 'text', '${transcription}',
              'In short.', ${revision}, now())`);
  const assign = (revision: number) =>
    sql()(`
      insert into public.entry_changes (id, entry_id, user_id, kind, job_id, revision, changed_at)
      values (gen_random_uuid(), '${entry}', '${colleague()}', 'job', '${job}', ${revision}, now())`);
  const claim = (running: string[] = []) =>
    sql()(`
      select * from public.claim_webhook_deliveries(20, '{${running}}', '[]') order by payload`);
  const finish = ({ id, attempt }: Record<string, unknown>, status: number | null) =>
    sql()(`
      select public.claim_webhook_deliveries(
        0, '{}', '[{"id": "${id}", "attempt": ${attempt}, "status": ${status}, "answered": ""}]')`);
  const deliveries = (columns = "event") =>
    sql()(`
      select ${columns} from public.webhook_deliveries where webhook_id = '${hook}' order by place`);
  const changes = () =>
    sql()(`
      select user_id, former_user_id, company_id, job_id, transcription from public.entry_changes
      where entry_id = '${entry}' order by revision`);
  const remove = (table: string, id: string) => sql()(`delete from ${table} where id = '${id}'`);

  /** Does that where North has a webhook with a secret, and a job; afterwards everything is as before. */
  const inNorth = (work: () => Promise<void>) =>
    rolledBack(sql(), async () => {
      const { north } = world().companies;
      await sql()("delete from public.webhooks");
      await sql()(
        `insert into public.jobs (id, company_id, number, customer)
         values ('${job}', '${north}', 'C-1', 'Mrs Smith')`,
      );
      await sql()(
        `insert into public.webhooks (id, company_id, url)
         values ('${hook}', '${north}', 'https://receiver.example/')`,
      );
      await sql()(`insert into private.webhook_secrets values ('${hook}', 'whsec_AAAA')`);
      await work();
    });

  describe("what a webhook gets", () => {
    test("comes in the order of each entry, again until it has arrived or three days are over", () =>
      inNorth(async () => {
        await addEntry();
        await correct("Corrected.", 1);
        await addEntry("northColleague", randomUUID());
        const first = await claim();
        expect(first.map(({ payload }) => (payload as { type: string }).type)).toEqual([
          ...["note", "note"],
        ]);
        expect(await claim()).toEqual([]);
        await finish(first[0] ?? {}, 500);
        await finish(first[1] ?? {}, null);
        expect(await claim()).toEqual([]);
        await sql()("update public.webhook_deliveries set due_at = now()");
        const second = await claim();
        expect(second.map(({ id }) => id).sort()).toEqual(first.map(({ id }) => id).sort());
        await finish(second[0] ?? {}, 204);
        await sql()("update public.webhook_deliveries set ends_at = now() where attempts > 0");
        await finish(second[1] ?? {}, 404);
        expect(await claim()).toMatchObject([{ payload: { type: "correction" } }]);
        expect((await deliveries("state")).map(({ state }) => state).sort()).toEqual([
          ...["delivered", "failed", "waiting"],
        ]);
      }));

    test("is no change of somebody else's entry, which changes nothing for its person either", () =>
      inNorth(async () => {
        await addEntry();
        await correct("Forged.", 9, "technician");
        await correct("Corrected.", 5);
        await correct("Older.", 3);
        // The older one, which arrives last, is sent with the texts that are valid.
        expect(await deliveries("event, payload #>> '{data,input}' as input")).toEqual([
          { event: "note", input: "As heard." },
          { event: "correction", input: "Corrected." },
          { event: "correction", input: "Corrected." },
        ]);
        const valid = await sql()(`select input_data from public.entries where id = '${entry}'`);
        expect(valid).toEqual([{ input_data: "Corrected." }]);
      }));

    test("is an entry whose changes came before it as they made it, and then each kind of them", () =>
      inNorth(async () => {
        await correct("Corrected.", 1);
        await correct("Better.", 2);
        await correct("Forged.", 9, "technician");
        expect(await deliveries()).toEqual([]);
        await addEntry();
        expect(await deliveries("event, payload #>> '{data,input}' as input")).toEqual([
          { event: "note", input: "Better." },
          { event: "correction", input: "Better." },
        ]);
      }));

    test("takes at most five places, so that a receiver that hangs delays no others", () =>
      inNorth(async () => {
        const { south } = world().companies;
        for (const _ of [1, 2, 3, 4, 5, 6]) await addEntry("northColleague", randomUUID());
        const hanging = await claim();
        expect(hanging).toHaveLength(5);
        await sql()(`
          with added as (
            insert into public.webhooks (company_id, url)
            values ('${south}', 'https://south.example/') returning id
          ) insert into private.webhook_secrets select id, 'whsec_AAAA' from added`);
        await sql()(`
          insert into public.agent_logs (user_id, agent_type, input_type, input_data)
          values ('${world().idOf("southColleague")}', 'ask', 'text', 'How?')`);
        expect(await claim(hanging.map(() => hook))).toMatchObject([
          { url: "https://south.example/" },
        ]);
        expect(await claim([hook])).toMatchObject([{ webhook_id: hook }]);
      }));

    test("is nothing of what a person changes after they moved to another company", () =>
      inNorth(async () => {
        const { north, south } = world().companies;
        await sql()(`update public.webhooks set company_id = '${south}'`);
        await addEntry();
        await sql()(
          `update public.profiles set company_id = '${south}' where id = '${colleague()}'`,
        );
        await correct("Corrected.", 1);
        expect(await changes()).toMatchObject([{ company_id: north }]);
        expect(await deliveries()).toEqual([]);
      }));

    test("is deleted after a month, also where the webhook was paused", () =>
      inNorth(async () => {
        for (const _ of [1, 2, 3]) await addEntry("northColleague", randomUUID());
        await sql()("update public.webhooks set is_paused = true");
        const due = async () => (await sql()("select private.has_due_deliveries() as due"))[0]?.due;
        expect(await due()).toBe(false);
        const [old, young] = [`now() - interval '31 days'`, `now() - interval '29 days'`];
        for (const [place, values] of [
          `created_at = ${old}, ends_at = ${old}`,
          `created_at = ${young}, state = 'failed'`,
          // It was sent again.
          `created_at = ${old}`,
        ].entries()) {
          const { id } = (await deliveries("id"))[place] ?? {};
          await sql()(`update public.webhook_deliveries set ${values} where id = '${id}'`);
        }
        expect(await due()).toBe(true);
        await claim();
        expect(await deliveries("state")).toEqual([{ state: "failed" }, { state: "waiting" }]);
        expect(await due()).toBe(false);
      }));
  });

  describe("a deletion", () => {
    const named = (part: "job" | "person") =>
      deliveries(`payload #>> '{data,${part},id}' as ${part}`);

    test("of an entry takes along its corrections, its assignments and what was to be sent", () =>
      inNorth(async () => {
        await addEntry();
        await correct("Corrected.", 1);
        await assign(2);
        await addEntry("northColleague", randomUUID());
        await remove("public.agent_logs", entry);
        expect(await changes()).toEqual([]);
        expect(await deliveries()).toEqual([{ event: "note" }]);
      }));

    test("of a job leaves its entries without a job, and names it nowhere", () =>
      inNorth(async () => {
        await addEntry();
        await assign(1);
        expect(await named("job")).toEqual([{ job }, { job }]);
        await remove("public.jobs", job);
        expect(await named("job")).toEqual([{ job: null }, { job: null }]);
        expect(await changes()).toMatchObject([{ job_id: null }]);
        const left = await sql()(`select job_id from public.entries where id = '${entry}'`);
        expect(left).toEqual([{ job_id: null }]);
      }));

    test("of a person leaves their entries and corrections to the company, and sends no name", () =>
      inNorth(async () => {
        const person = colleague();
        await addEntry();
        await correct("Corrected.", 1);
        expect(await named("person")).toEqual([{ person }, { person }]);
        await remove("auth.users", person);
        expect(await named("person")).toEqual([{ person: null }, { person: null }]);
        expect(await changes()).toMatchObject([{ user_id: null, former_user_id: person }]);
        const left = await sql()(`select input_data from public.entries where id = '${entry}'`);
        expect(left).toEqual([{ input_data: "Corrected." }]);
      }));

    test("of a company takes along its jobs, tokens, webhooks and what was to be sent", () =>
      inNorth(async () => {
        const { north } = world().companies;
        await addEntry();
        await correct("Corrected.", 1);
        await remove("public.companies", north);
        const left = await sql()(`
          select (select count(*) from private.webhook_secrets where webhook_id = '${hook}')
               + (select count(*) from public.webhook_deliveries where company_id = '${north}')
               + (select count(*) from public.job_import_tokens where company_id = '${north}')
               + (select count(*) from public.jobs where company_id = '${north}') as rows`);
        expect(Number(left[0]?.rows)).toBe(0);
        expect(await changes()).toMatchObject([{ company_id: null, user_id: colleague() }]);
      }));
  });
}
