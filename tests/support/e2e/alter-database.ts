import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { Stack } from "./stack.ts";

/**
 * Runs a script as the database's owner, whom nothing holds back, and starts the backend again; with
 * the AI provider where it is asked for.
 */
export async function alterDatabase(
  stack: Stack,
  script: string,
  { withProvider } = { withProvider: false },
): Promise<void> {
  await stack.backend.stop();
  const database = await PGlite.create(join(stack.backend.dataDir, "database"));
  try {
    await database.exec(script);
  } finally {
    await database.close();
  }
  await stack.restart({ withProvider });
}
