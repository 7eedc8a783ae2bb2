// @module-tag night

import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";

const mebibyte = 1024 * 1024;

let dataDir: string;
beforeEach(async () => {
  dataDir = await freshDataDir("demo");
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function tablesSize(): number {
  const folder = join(dataDir, "database", "base");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

/** Changes ten rows again and again until this many bytes were written, then deletes them. */
async function changeRows(backend: Backend, bytes: number): Promise<void> {
  const { userId } = await signIn(backend, "tech@demo.example", DEMO_PASSWORD);
  const rows = Array.from({ length: 10 }, () => ({
    ...{ id: randomUUID(), user_id: userId, agent_type: "ask", input_type: "text" },
  }));
  expect((await rest(backend, "service", "POST", "agent_logs", rows)).status).toBe(201);
  const path = `agent_logs?id=in.(${rows.map(({ id }) => id)})`;
  for (let written = 0; written < bytes; written += 10 * 200_000) {
    const change = { input_data: randomBytes(100_000).toString("hex") };
    expect((await rest(backend, "service", "PATCH", path, change)).status).toBe(204);
  }
  expect((await rest(backend, "service", "DELETE", path)).status).toBe(204);
}

test.each([
  // Several times what is written between two vacuums.
  { starts: 1, written: 192, kept: 128 },
  { starts: 5, written: 16, kept: 24 },
])(
  "rows that are changed again and again after $starts starts do not fill the disk",
  async ({ starts, written, kept }) => {
    const before = tablesSize();
    for (let start = 0; start < starts; start += 1) {
      const backend = await startBackend({ dataDir });
      await changeRows(backend, written * mebibyte);
      expect(await backend.stop()).toBe(0);
    }
    expect(tablesSize() - before).toBeLessThan(kept * mebibyte);
  },
);
