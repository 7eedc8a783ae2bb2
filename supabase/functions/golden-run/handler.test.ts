import { beforeEach, expect, test, vi } from "vitest";
import { createWithRole } from "#tests/support/administrators.ts";
import { benchForTests, type Technician } from "#tests/support/agent-bench.ts";
import { refusalOf } from "#tests/support/agents.ts";
import { addManual } from "#tests/support/manuals.ts";
import { goldenRunReplySchema } from "../_shared/contracts/golden-run.ts";
import { createHandler } from "./handler.ts";

const DRAFT = "Answer in one short sentence.";
const prompt = { kind: "prompt", prompt: DRAFT };

const bench = benchForTests();
let admin: Technician;
beforeEach(async () => {
  admin = await createWithRole(bench, "admin");
});

const boiler = "Set the system pressure to 1.5 bar when the system is cold.";
const QUESTION = "What is the right pressure of the cold system?";
const FILTER = "The filter is cleaned twice a year.";
const HOW_OFTEN = "How often is the filter cleaned?";
const noProvider = { OPENAI_BASE_URL: "", OPENAI_API_KEY: "" };

async function golden(
  expected: "passage" | "words" | "refusal",
  expected_text: string | null,
  { file = null as string | null, question = QUESTION } = {},
): Promise<string> {
  const [row] = await bench.backend.sql(
    `insert into public.golden_questions
         (company_id, agent, question, expected, expected_text, file_id)
       values ($1, 'ask', $2, $3, $4, $5) returning id`,
    [admin.companyId, question, expected, expected_text, file],
  );
  return String(row?.id);
}

const send = (
  question_ids: string[],
  {
    change = prompt as object,
    company = admin.companyId,
    caller = admin,
    variables = {},
    ports = bench.ports(),
  } = {},
) =>
  bench.call(
    createHandler,
    "golden-run",
    { company_id: company, agent: "ask", question_ids, change },
    { caller, variables, ports },
  );

async function run(ids: string[], options: Parameters<typeof send>[1] = {}) {
  const reply = await send(ids, options);
  expect(reply.status).toBe(200);
  return goldenRunReplySchema.parse(await reply.json());
}

const addPassages = (...passages: string[]) => addManual(bench, admin.companyId, { passages });
/** What became of each question, in the order in which they are given. */
async function outcomes(ids: string[], change: object = prompt): Promise<string[]> {
  const { results } = await run(ids, { change });
  const found = new Map(results.map(({ id, before, after }) => [id, `${before} → ${after}`]));
  return ids.map((id) => String(found.get(id)));
}
const chats = () => bench.provider.callsTo("chat").map(({ messages }) => messages);

test("a question is answered with the present and with the draft prompt, and judged", async () => {
  await addPassages(boiler);
  const id = await golden("words", "1.5 BAR");
  bench.provider.respondWith(
    { do: "answer", text: "It is **1.5**  bar [1]." },
    { do: "answer", text: "The pressure of the cold system [1]." },
  );
  const variables = { AI_CHAT_MODEL: "pen", AI_PRICES: '{"pen": {"input": 1, "output": 1}}' };
  const reply = await run([id], { variables });
  expect(reply.results).toEqual([{ id, before: "kept", after: "broken" }]);
  expect(reply.model_calls).toBe(2);
  const systems = chats().map((messages) => String(messages[0]?.content));
  expect(systems[0]).not.toContain(DRAFT);
  expect(systems[1]).toContain(DRAFT);
  const [row, ...more] = await bench.rowsOf("detailed_agent_logs", admin);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    company_id: admin.companyId,
    agent_type: "ask_agent",
    action_type: "golden-run",
    status: "success",
    input_text: QUESTION,
    output_text: "kept → broken",
    ai_model: "pen",
  });
  expect(Number(row?.estimated_cost)).toBe(reply.cost);
  expect(reply.cost).toBeGreaterThan(0);
  const written = await bench.backend.sql(
    `select (select count(*) from public.ask_agent_conversations where user_id = $1)
            + (select count(*) from public.agent_logs where user_id = $1)
            + (select count(*) from public.ai_prompt_settings where company_id = $2) as n`,
    [admin.id, admin.companyId],
  );
  expect(Number(written[0]?.n)).toBe(0);
});

test("a passage must be cited, have the words and be of the document; a refusal must be one", async () => {
  const file = await addPassages(
    boiler,
    "The cold system holds water. The pressure of the tyres is another.",
  );
  const other = await addPassages("Pumps have bearings.");
  const ids = [
    await golden("passage", "1.5 bar when", { file }),
    await golden("passage", "1.5 bar when", { file: other }),
    await golden("passage", "of the tyres"),
    await golden("refusal", null),
  ];
  bench.provider.respondWith(
    ...Array.from({ length: 8 }, () => ({ do: "answer" as const, text: "It is 1.5 bar [1]." })),
  );
  const broken = "broken → broken";
  expect(await outcomes(ids)).toEqual(["kept → kept", broken, broken, broken]);
});

test.each([
  [
    "nothing is found of it, and a refusal is expected,",
    "refusal",
    "Who repairs coffee machines?",
    {},
  ],
  ["there is no provider: the passages themselves are the answer", "passage", QUESTION, noProvider],
] as const)("a question costs no model call if %s", async (_, expected, question, variables) => {
  await addPassages(boiler);
  const id = await golden(expected, expected === "passage" ? "1.5 bar" : null, { question });
  const results = [{ id, before: "kept", after: "kept" }];
  expect(await run([id], { variables })).toEqual({ results, cost: 0, model_calls: 0 });
  expect(chats()).toEqual([]);
});

test("a provider that fails makes the outcome unknown, and its calls are in the log", async () => {
  await addPassages(boiler);
  const id = await golden("words", "1.5 bar");
  bench.provider.respondWith(
    ...Array.from({ length: 12 }, () => ({ do: "status" as const, status: 400 })),
  );
  expect(await outcomes([id])).toEqual(["unknown → unknown"]);
  expect(await bench.rowsOf("detailed_agent_logs", admin)).toMatchObject([{ status: "failed" }]);
});

test("a run that breaks off in the server leaves its calls in the log", async () => {
  await addPassages(boiler);
  const id = await golden("refusal", null);
  bench.provider.respondWith({ do: "answer", text: "I could not find this in your documents" });
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const ports = bench.portsWith((path) =>
    path.includes("unsearched_pages") ? new Response("", { status: 503 }) : null,
  );
  expect((await send([id], { ports })).status).toBe(500);
  printed.mockRestore();
  expect(await bench.rowsOf("detailed_agent_logs", admin)).toMatchObject([
    { action_type: "golden-run", status: "error", total_tokens: 347 },
  ]);
});

test("a document that is to be deleted takes its passages along, without a model call", async () => {
  const file = await addPassages(boiler);
  await addPassages(FILTER);
  const ids = [
    await golden("words", "1.5 bar"),
    await golden("passage", "twice a year", { question: HOW_OFTEN }),
    await golden("refusal", null),
  ];
  const expected = ["kept → broken", "kept → kept", "kept → kept"];
  expect(await outcomes(ids, { kind: "without_file", file_id: file })).toEqual(expected);
  expect(chats()).toEqual([]);
});

test("another company's set is refused to its administrators, and open to super administrators", async () => {
  const stranger = await createWithRole(bench, "admin");
  await addPassages(boiler);
  const id = await golden("passage", "1.5 bar");
  const refused = await send([id], { caller: stranger });
  expect(await refusalOf(refused)).toMatchObject({ status: 403, code: "forbidden" });
  // A question of another company than the named one is not there.
  const own = await run([id], { caller: stranger, company: stranger.companyId });
  expect(own.results).toEqual([]);

  const boss = await createWithRole(bench, "super_admin");
  const reply = await run([id], { caller: boss, variables: noProvider });
  expect(reply.results).toEqual([{ id, before: "kept", after: "kept" }]);
  expect(await bench.rowsOf("detailed_agent_logs", boss)).toMatchObject([
    { company_id: admin.companyId },
  ]);
});

test("more runs than the pace allows are refused when they come at the same time", async () => {
  const variables = { ...noProvider, AI_PACE_PER_MINUTE: "2" };
  const id = await golden("refusal", null);
  const replies = Array.from({ length: 5 }, () => send([id], { variables }));
  const refused = (await Promise.all(replies)).filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(3);
  for (const reply of refused) {
    expect(await refusalOf(reply)).toMatchObject({ status: 429, code: "rate_limited" });
  }
});
