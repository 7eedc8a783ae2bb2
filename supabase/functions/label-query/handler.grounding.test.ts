import { beforeEach, expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { addManual } from "#tests/support/manuals.ts";
import { answerGroundingSchema } from "../_shared/contracts/answer-grounding.ts";
import { questionReplySchema } from "../_shared/contracts/question.ts";
import { NOT_FOUND } from "../_shared/grounding/prompt.ts";
import { questionFunction } from "../_shared/grounding/question-function.ts";

const createHandler = questionFunction("label");

const bench = benchForTests();
let fileId: string;
beforeEach(async () => {
  fileId = await addManual(bench, bench.tess.companyId, {
    name: "Boiler.pdf",
    passages: [
      {
        body: "Fill the cold system to a pressure of 1.5 bar. Vent all radiators afterwards.",
        page: 4,
        heading: "Start-up",
      },
      "Wear gloves at the hot hose of the system. Never open the cock under pressure.",
    ],
  });
});

const question = "To which pressure do I fill the cold system, and with which gloves?";
const RIGHT = "Fill the system to 1.5 bar [1].";

async function ask(...answers: string[]) {
  bench.provider.respondWith(...answers.map((text) => ({ do: "answer" as const, text })));
  const reply = await bench.call(createHandler, "label-query", { question });
  expect(reply.status).toBe(200);
  return questionReplySchema.parse(await reply.json());
}

const calls = () => bench.provider.callsTo("chat");
const grounding = async () => {
  const [row] = await bench.logged();
  return answerGroundingSchema.parse(row?.grounding);
};

test.each([
  ["a wrong figure", "Fill the system to 2.5 bar [1]."],
  ["a passage that says something else", "Fill the system to 1.5 bar [2]."],
  ["no passage", "Fill the system to 1.5 bar."],
])(
  "an answer with %s goes back to the model with the reason, and its correction counts",
  async (_, wrong) => {
    expect((await ask(wrong, RIGHT)).answer).toBe(RIGHT);
    expect(calls()).toHaveLength(2);
    const [, , answered, correction] = calls()[1]?.messages ?? [];
    expect(answered).toEqual({ role: "assistant", content: wrong });
    expect(correction?.content).toContain("could not confirm");
    expect((await grounding()).check).toMatchObject({ asked_again: true, claims: 1, supported: 1 });
  },
);

test("what the model insists on is marked, without its citation, beside what is supported", async () => {
  const wrong = `${RIGHT} Vent the radiators for 9 minutes [1].`;
  const { answer, unsupported, sources } = await ask(wrong, wrong);
  expect(answer).toBe(
    "Fill the system to 1.5 bar [1]. Vent the radiators for 9 minutes. (not found in the documents)",
  );
  expect(unsupported).toEqual(["Vent the radiators for 9 minutes."]);
  expect(sources).toHaveLength(1);
  expect(calls()).toHaveLength(2);
});

test("what the model insists on is not an answer if nothing of it is supported", async () => {
  const wrong = "Fill the system to 2.5 bar [1].";
  expect(await ask(wrong, wrong)).toEqual({ answer: NOT_FOUND, sources: [], basis: "nothing" });
});

test("if the model fails at the second call, what is right in the first answer is kept", async () => {
  bench.provider.respondWith(
    { do: "answer", text: `${RIGHT} Vent it for 9 minutes [1].` },
    { do: "status", status: 400 },
  );
  const { answer } = await ask();
  expect(answer).toContain(RIGHT);
  expect(answer).toContain("(not found in the documents)");
});

test("the detailed row tells the prompt, the passages and the check", async () => {
  expect((await ask(RIGHT)).answer).toBe(RIGHT);
  expect(calls()).toHaveLength(1);
  const before = await grounding();
  expect(before.prompt.key).toBe("label_agent_system_prompt");
  expect(before.check).toEqual({ claims: 1, supported: 1, asked_again: false, problems: [] });
  expect(before.passages[0]).toMatchObject({
    file_id: fileId,
    file_name: "Boiler.pdf",
    chunk_no: 0,
    page: 4,
    heading: "Start-up",
    indexed_at: expect.any(String),
    cited: true,
  });
  expect(before.passages[0]?.quote).toContain("1.5 bar");
  expect(before.passages[1]?.cited).toBe(false);

  const other = await bench.createTechnician();
  await bench.backend.sql(
    `insert into public.ai_prompt_settings (company_id, prompt_key, prompt_value)
     values ($1, 'label_agent_system_prompt', 'Answer briefly.')`,
    [other.companyId],
  );
  await addManual(bench, other.companyId, { passages: ["Fill the cold system to 1.5 bar."] });
  bench.tess = other;
  await ask(RIGHT);
  expect((await grounding()).prompt.version).not.toBe(before.prompt.version);
});

test("a request that no model answered has no such part", async () => {
  bench.provider.respondWith({ do: "status", status: 400 });
  await bench.call(createHandler, "label-query", { question });
  expect(await bench.logged()).toMatchObject([{ grounding: null }]);
});
