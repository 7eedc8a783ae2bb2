import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe } from "vitest";
import { testAdministratorRoad } from "#tests/support/administrator-road.ts";
import { createHandler } from "./handler.ts";

const prompt = { kind: "prompt", prompt: "Answer in one short sentence." };

describe("the steps of every request", () => {
  testAdministratorRoad({
    name: "golden-run",
    createHandler,
    body: async (_, admin) => ({
      company_id: admin.companyId,
      agent: "ask",
      question_ids: [randomUUID()],
      change: prompt,
    }),
    bodyLimit: 64 * 1024,
    nearlyRight: (admin) =>
      fc.record(
        {
          company_id: fc.oneof(fc.constant(admin.companyId), fc.uuid(), fc.constant(null)),
          agent: fc.constantFrom("ask", "label", "voice"),
          question_ids: fc.array(fc.oneof(fc.uuid(), fc.string()), { maxLength: 6 }),
          change: fc.oneof(fc.constant(prompt), fc.object()),
        },
        { requiredKeys: [] },
      ),
  });
});
