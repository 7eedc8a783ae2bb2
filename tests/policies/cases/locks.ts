import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useLastTwo } from "../world/last-two.ts";
import { useVersions } from "../world/versions.ts";
import type { World } from "../world/world.ts";

const COMPLETE = `insert into public.knowledge_chunks (file_id, chunk_no, body)
                  values ($1, 1, 'yonto four')`;
const REMOVE = "delete from public.knowledge_base where id = $1";
const OPEN = "update public.knowledge_base set allowed_agents = '{snap_agent}' where id = $1";

/** What one connection does to a version while another has locked one, by their places. */
const CHANGES: [what: string, statement: string, of: 0 | 1 | 2, locked: 0 | 1 | 2][] = [
  ["the last passage of the newest arrives", COMPLETE, 2, 1],
  ["the last passage of the newest arrives", COMPLETE, 2, 0],
  ["the newest is deleted", REMOVE, 2, 1],
  ["the one between is deleted", REMOVE, 1, 0],
  ["the one between is deleted", REMOVE, 1, 2],
  ["the newest is opened to other agents", OPEN, 2, 1],
  ["the newest is opened to other agents", OPEN, 2, 0],
];

const REMOVALS = {
  suspended: "update public.profiles set status = 'suspended' where id = $1",
  demoted: "update public.user_roles set role = 'admin' where user_id = $1",
  "without a role": "delete from public.user_roles where user_id = $1",
  deleted: "delete from auth.users where id = $1",
};
const WAYS = Object.keys(REMOVALS) as (keyof typeof REMOVALS)[];

/** A statement and its parameter. */
type Step = readonly [statement: string, id: string];

/**
 * What transactions do to each other that are open at the same time, which only a server with
 * several connections can show.
 */
export function checkLocks(world: () => World, databaseUrl: () => string): void {
  let pool: pg.Pool;
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: databaseUrl() });
  });
  afterAll(() => pool.end());

  /**
   * Runs statements in an open transaction, then another one beside it, which must wait or be done;
   * then ends the transaction. @returns what became of the other one
   */
  async function beside(
    first: readonly Step[],
    [statement, id]: Step,
    last: readonly Step[],
    mustWait: boolean,
  ): Promise<string> {
    const one = await pool.connect();
    const other = await pool.connect();
    try {
      await one.query("begin");
      for (const [text, value] of first) await one.query(text, [value]);
      const { rows } = await other.query("select pg_backend_pid() as pid");
      let isDone = false;
      const late = other.query(statement, [id]).then(
        () => "done",
        (error: Error) => error.message,
      );
      void late.then(() => {
        isDone = true;
      });
      const waits = async () => {
        const activity = await pool.query(
          "select wait_event_type as kind from pg_stat_activity where pid = $1",
          [rows[0].pid],
        );
        return (isDone && !mustWait) || activity.rows[0]?.kind === "Lock";
      };
      await expect.poll(waits, { timeout: 30_000 }).toBe(true);
      for (const [text, value] of last) await one.query(text, [value]);
      await one.query("commit");
      return await late;
    } finally {
      await one.query("rollback");
      one.release();
      other.release();
    }
  }

  describe("of the last two super administrators", () => {
    const { one, two, left } = useLastTwo(world);

    test.each(WAYS.flatMap((way) => WAYS.map((other) => [way, other] as const)))(
      "one is %s, the other %s: the second transaction waits and fails, so one person stays",
      async (way, other) => {
        const first = [REMOVALS[way], one().id] as const;
        const late = await beside([first], [REMOVALS[other], two().id], [], true);
        expect(late).toMatch(/^The last active super administrator/);
        expect(await left()).toEqual([two()]);
      },
    );
  });

  describe("changes of neighbouring versions at the same time", () => {
    const { library, announce, send, addVersion } = useVersions(world);

    test.each(CHANGES)("%s while another is changed (%#)", async (_, statement, of, locked) => {
      const first = await library().add(["yonto one"]);
      const second = await addVersion(first, "yonto two");
      // The newest has one of two passages.
      const { id: newest } = await announce(second, 2);
      await send(newest, "yonto three");
      const ids = [first, second, newest] as const;
      // As an update does first; the update after that takes what is left.
      const lock = "select from public.knowledge_base where id = $1 for no key update";
      const update = "update public.knowledge_base set deleting_at = now() where id = $1";
      const late = await beside(
        [[lock, ids[locked]]],
        [statement, ids[of]],
        [[update, ids[locked]]],
        false,
      );
      expect(late).toBe("done");
    });
  });
}
