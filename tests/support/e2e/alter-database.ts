import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { Stack } from "./stack.ts";

/**
 * Runs a script as the database's owner, to whom no policy applies, and restarts the backend, with
 * the AI provider if asked for.
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
