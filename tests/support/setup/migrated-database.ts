import { migratedDatabase } from "../in-process-backend.ts";

/** Makes once, before all tests, what each of them would make for itself at the same time. */
export async function setup(): Promise<void> {
  await migratedDatabase();
}
