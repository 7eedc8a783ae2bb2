import fc from "fast-check";
import { expect, test } from "vitest";
import { functionRequest } from "#tests/security/hostile-function-requests.ts";
import { createWithRole } from "#tests/support/administrators.ts";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { AGENTS } from "#tests/support/agents.ts";
import { addManual } from "#tests/support/manuals.ts";
import { voiceForm } from "#tests/support/voice-request.ts";
import { createHandler as createCreate } from "../../create-user/handler.ts";
import { createHandler as createDelete } from "../../delete-user/handler.ts";
import { createHandler as createGolden } from "../../golden-run/handler.ts";
import { createHandler as createReset } from "../../reset-user/handler.ts";
import { resetUserReplySchema } from "../contracts/account-reset.ts";
import { goldenRunReplySchema } from "../contracts/golden-run.ts";
import { questionReplySchema } from "../contracts/question.ts";
import { refusalSchema } from "../contracts/refusal.ts";
import { snapProcessReplySchema } from "../contracts/snap-process.ts";
import { createUserReplySchema, deleteUserReplySchema } from "../contracts/user-requests.ts";
import { voiceTranscribeReplySchema } from "../contracts/voice-transcribe.ts";

const ADMINISTRATORS = {
  "create-user": createCreate,
  "delete-user": createDelete,
  "golden-run": createGolden,
  "reset-user": createReset,
};
const REPLIES = {
  "ask-query": questionReplySchema,
  "label-query": questionReplySchema,
  "snap-process": snapProcessReplySchema,
  "voice-transcribe": voiceTranscribeReplySchema,
  "create-user": createUserReplySchema,
  "delete-user": deleteUserReplySchema,
  "golden-run": goldenRunReplySchema,
  "reset-user": resetUserReplySchema,
};

/** A call with a recording of any bytes: hostile requests have no form without a fault. */
const recording = fc.uint8Array({ maxLength: 40 }).map((bytes) => ({
  ...{ method: "POST", path: "/functions/v1/voice-transcribe", headers: {} },
  body: voiceForm({ audio: Uint8Array.from(bytes) }),
}));

const bench = benchForTests();

test("any body gets an answer of the contract from every function, and none breaks the server", async () => {
  const admin = await createWithRole(bench, "admin");
  const bystander = await createWithRole(bench, "field_tech", admin);
  const { companyId } = bench.tess;
  await addManual(bench, companyId, { passages: ["E-47: the select statement of the pump."] });
  const unpaced = { AI_PACE_PER_MINUTE: "100000", AI_PACE_PER_DAY: "100000" };
  const open = (
    create: (typeof AGENTS)[number]["createHandler"],
    { accessToken } = bench.tess,
  ) => ({
    handle: create(bench.environment(unpaced), bench.ports()),
    accessToken,
  });
  const functions = new Map([
    ...AGENTS.map((agent) => [agent.name, open(agent.createHandler)] as const),
    ...Object.entries(ADMINISTRATORS).map(([name, create]) => [name, open(create, admin)] as const),
  ]);
  const aims = {
    company: admin.companyId,
    otherCompany: companyId,
    bystander: bystander.id,
    file: crypto.randomUUID(),
  };
  const requests = fc.oneof(
    { weight: 30, arbitrary: functionRequest(aims) },
    { weight: 1, arbitrary: recording },
  );
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, path, headers, body }) => {
      const name = path.split("/").at(-1) as keyof typeof REPLIES;
      const called = functions.get(name);
      if (called === undefined) throw new Error(`There is no ${name}`);
      const request = new Request(`http://functions.test/${name}`, {
        method,
        body: body instanceof FormData ? body : Uint8Array.from(body ?? []),
        headers: { ...headers, authorization: `Bearer ${called.accessToken}` },
      });
      const reply = await called.handle(request);
      seen.add(`${name} ${reply.status}`);
      const answer = await reply.json();
      if (reply.status === 200) return void REPLIES[name].parse(answer);
      expect(reply.status).toBeOneOf([400, 403, 404, 413, 415, 422, 429]);
      refusalSchema.parse(answer);
    }),
    { numRuns: 1200 },
  );
  for (const name of functions.keys()) expect(seen).toContain(`${name} 400`);
  for (const { name } of AGENTS) expect(seen).toContain(`${name} 200`);
  expect(seen).toContain("create-user 200");
}, 240_000);
