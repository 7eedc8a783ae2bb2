// @module-tag rest

import type { PGlite } from "@electric-sql/pglite";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FuzzedBackend, startFuzzedBackend } from "./fuzzed-backend.ts";
import { authRequest } from "./hostile-auth-requests.ts";
import { functionRequest } from "./hostile-function-requests.ts";
import type { Aims, HostileRequest } from "./hostile-request.ts";
import { objectRequest, rpcRequest, tableRequest } from "./hostile-rest-requests.ts";
import { seed } from "./seed.ts";
import { tryRequest, type Verdict } from "./verdict.ts";

const total = Number(process.env.SECURITY_REQUESTS ?? 400);
const batch = 200;
/** How many requests are under way at the same time. */
const lanes = 8;

/** Requests to every endpoint that accepts data from outside. */
function hostileRequest(aims: Aims): fc.Arbitrary<HostileRequest> {
  return fc.oneof(
    { weight: 5, arbitrary: functionRequest(aims) },
    { weight: 6, arbitrary: tableRequest(aims) },
    { weight: 1, arbitrary: rpcRequest(aims) },
    { weight: 2, arbitrary: authRequest() },
    { weight: 1, arbitrary: objectRequest(aims) },
  );
}

let fuzzed: FuzzedBackend;
beforeAll(async () => {
  fuzzed = await startFuzzedBackend();
});
afterAll(() => fuzzed?.stop());

test(`${total} hostile requests break nothing, learn nothing and leave nothing that the schema forbids (SECURITY_SEED=${seed})`, async () => {
  const before = await fuzzed.canaryRows();
  const verdicts: (Verdict & { request: HostileRequest })[] = [];
  for (let begun = 0; begun < total; begun += batch) {
    const requests = fc.sample(hostileRequest(fuzzed.aims), {
      seed: seed + begun,
      numRuns: Math.min(batch, total - begun),
    });
    const left = [...requests];
    const lane = async () => {
      for (let request = left.shift(); request; request = left.shift()) {
        verdicts.push({ ...(await tryRequest(fuzzed, request)), request });
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    await fuzzed.repair();
  }
  expect(await fuzzed.canaryRows()).toBe(before);
  const printed = fuzzed.backend.output();
  const stored = await fuzzed.look(forbiddenRows);

  const wrong = verdicts.filter(({ complaint }) => complaint !== null);
  expect(wrong.slice(0, 20).map(inWords)).toEqual([]);
  expect(stored).toEqual([]);
  expect(printed).not.toMatch(/failed unexpectedly|failed outside of a request/);
});

function inWords({ complaint, status, answer, request }: Verdict & { request: HostileRequest }) {
  const { sender, method, path, headers, body } = request;
  return [
    `${complaint}: ${status} ${answer.slice(0, 300)}`,
    `${sender} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers)}`,
    String(body ?? "").slice(0, 300),
  ];
}

/** What no row may be, beyond what the constraints of the tables refuse. */
const FORBIDDEN: Record<string, string> = {
  "a role that nobody may give": `public.user_roles r join public.profiles p on p.id = r.user_id
    where r.role = 'super_admin' and p.email !~ 'superadmin@|chief@'`,
  "an account without its profile": `auth.users u
    where not exists (select from public.profiles p where p.id = u.id)`,
  "an agent's row of another company than its person's": `public.agent_logs l
    join public.profiles p on p.id = l.user_id where l.company_id is distinct from p.company_id`,
  "a passage of another company than its file's": `public.knowledge_chunks c
    join public.knowledge_base f on f.id = c.file_id where c.company_id <> f.company_id`,
  "an object outside of every company's folder": `storage.objects o where not exists
    (select from public.companies c where c.id::text = split_part(o.name, '/', 1))`,
};

/** The kinds of forbidden rows that are stored. */
async function forbiddenRows(database: PGlite): Promise<string[]> {
  const found: string[] = [];
  for (const [what, condition] of Object.entries(FORBIDDEN)) {
    const { rows } = await database.query(`select from ${condition}`);
    if (rows.length > 0) found.push(`${what}: ${rows.length} rows`);
  }
  return found;
}
