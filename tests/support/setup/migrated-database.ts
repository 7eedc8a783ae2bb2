import { migratedDatabase } from "../in-process-backend.ts";

/** Makes the database file once before all tests; otherwise many would make it at the same time. */
export async function setup(): Promise<void> {
  await migratedDatabase();
}
