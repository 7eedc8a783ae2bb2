// @ts-check
// Prepares what the tests need on the machine besides the packages: a browser and a PostgreSQL
// server.
import { ensureChromium } from "./chromium.mjs";
import { ensurePostgres } from "./postgres.mjs";

try {
  await ensureChromium();
  await ensurePostgres();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
