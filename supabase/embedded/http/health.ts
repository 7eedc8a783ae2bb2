import { type Kysely, sql } from "kysely";

/** How soon the database has to answer, in milliseconds. */
const PATIENCE = 1000;

/** Tells whether the database answers in time. Simultaneous checks share one query. */
export function createReadiness(): (database: Kysely<unknown>) => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return async (database) => {
    asked ??= answers(database).finally(() => {
      asked = undefined;
    });
    return await inTime(asked);
  };
}

async function answers(database: Kysely<unknown>): Promise<boolean> {
  try {
    await sql`select 1`.execute(database);
    return true;
  } catch {
    return false;
  }
}

async function inTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
