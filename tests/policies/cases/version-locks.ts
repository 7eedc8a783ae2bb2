import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useVersions } from "../world/versions.ts";
import type { World } from "../world/world.ts";

/** The versions of a document, the oldest first; the last has one of two passages. */
type Ids = readonly [string, string, string];

/**
 * Checks that changes of neighbouring versions wait for each other and never deadlock, which only a
 * server with several connections can show.
 */
export function checkVersionLocks(world: () => World, databaseUrl: () => string): void {
  describe("changes of neighbouring versions at the same time", () => {
    const { library, announce, send, addVersion } = useVersions(world);
    let pool: pg.Pool;
    beforeAll(() => {
      pool = new pg.Pool({ connectionString: databaseUrl() });
    });
    afterAll(() => pool.end());

    async function three(): Promise<Ids> {
      const first = await library().add(["yonto one"]);
      const second = await addVersion(first, "yonto two");
      const { id } = await announce(second, 2);
      await send(id, "yonto three");
      return [first, second, id];
    }

    const COMPLETE = `insert into public.knowledge_chunks (file_id, chunk_no, body)
                      values ($1, 1, 'yonto four')`;
    const REMOVE = "delete from public.knowledge_base where id = $1";
    const OPEN = "update public.knowledge_base set allowed_agents = '{snap_agent}' where id = $1";
    /** What one connection does to a version while another has locked one, by their places. */
    const changes: [what: string, statement: string, of: number, locked: number][] = [
      ["the last passage of the newest arrives", COMPLETE, 2, 1],
      ["the last passage of the newest arrives", COMPLETE, 2, 0],
      ["the newest is deleted", REMOVE, 2, 1],
      ["the one between is deleted", REMOVE, 1, 0],
      ["the one between is deleted", REMOVE, 1, 2],
      ["the newest is opened to other agents", OPEN, 2, 1],
      ["the newest is opened to other agents", OPEN, 2, 0],
    ];

    test.each(changes)("%s while another is changed (%#)", async (_, statement, of, locked) => {
      const ids = await three();
      const one = await pool.connect();
      const other = await pool.connect();
      try {
        await one.query("begin");
        // As an update does first; the update after that takes what is left.
        const lock = "select from public.knowledge_base where id = $1 for no key update";
        await one.query(lock, [ids[locked]]);
        const { rows } = await other.query("select pg_backend_pid() as pid");
        let isDone = false;
        const late = other.query(statement, [ids[of]]).then(
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
          return isDone || activity.rows[0]?.kind === "Lock";
        };
        await expect.poll(waits, { timeout: 30_000 }).toBe(true);
        await one.query("update public.knowledge_base set deleting_at = now() where id = $1", [
          ids[locked],
        ]);
        await one.query("commit");
        expect(await late).toBe("done");
      } finally {
        await one.query("rollback");
        one.release();
        other.release();
      }
    });
  });
}
