import { expect } from "vitest";
import {
  type ResetAction,
  resetUserReplySchema,
} from "#supabase/functions/_shared/contracts/account-reset.ts";
import { refusalSchema } from "#supabase/functions/_shared/contracts/refusal.ts";
import { createHandler } from "#supabase/functions/reset-user/handler.ts";
import { benchForTests, type Technician } from "./agent-bench.ts";

/** What tests of `reset-user` need: requests to it, and a look at what they did. */
export function resetBenchForTests() {
  const bench = benchForTests();

  const send = (
    caller: Pick<Technician, "accessToken">,
    id: string,
    action: ResetAction,
    options: Pick<NonNullable<Parameters<typeof bench.call>[3]>, "ports" | "variables"> = {},
  ) => bench.call(createHandler, "reset-user", { user_id: id, action }, { caller, ...options });

  /** Everything that a refusal must leave as it is. */
  const everything = async () => [
    await bench.backend.sql(
      `select u.id, u.encrypted_password, u.raw_app_meta_data, u.recovery_token,
         (select count(*)::integer from auth.sessions s where s.user_id = u.id) as sessions
       from auth.users u order by u.id`,
    ),
    await bench.backend.sql("select id, result from public.account_resets order by id"),
  ];

  const linkOf = (id: string) =>
    bench.backend.sql("select recovery_token from auth.users where id = $1", [id]);

  return Object.assign(bench, {
    send,

    /** Has it done; a link is there when this resolves, because Auth writes it after its answer. */
    async done(caller: Technician, id: string, action: ResetAction) {
      const before = await linkOf(id);
      const reply = await send(caller, id, action);
      expect(reply.status, await reply.clone().text()).toBe(200);
      if (action === "recovery_link") await expect.poll(() => linkOf(id)).not.toEqual(before);
      return resetUserReplySchema.parse(await reply.json());
    },

    /** Expects a refusal that changes no account and writes nothing down. */
    async refused(...[caller, id, action, options]: Parameters<typeof send>) {
      const before = await everything();
      const reply = await send(caller, id, action, options);
      expect(await everything()).toEqual(before);
      return { status: reply.status, ...refusalSchema.parse(await reply.json()).error };
    },

    logOf: (person: Technician) =>
      bench.backend.sql(
        "select * from public.account_resets where person_id = $1 order by created_at",
        [person.id],
      ),

    async signedIn({ email }: Technician, password: string) {
      const reply = await bench.signIn(email, password);
      const body = await reply.json();
      return { status: reply.status, body, accessToken: String(body.access_token) };
    },

    async sessionsOf(person: Technician): Promise<number> {
      const rows = await bench.backend.sql("select id from auth.sessions where user_id = $1", [
        person.id,
      ]);
      return rows.length;
    },

    /** Answers requests to these paths as a server in trouble does. */
    failing: (...paths: string[]) =>
      bench.portsWith((asked) =>
        paths.some((path) => asked.startsWith(path))
          ? Response.json({ message: "no" }, { status: 503 })
          : null,
      ),
  });
}
