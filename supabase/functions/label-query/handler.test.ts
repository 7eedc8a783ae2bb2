import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { passagesIn, questionIn } from "#tests/support/ai-provider/passages.ts";
import { addManual } from "#tests/support/manuals.ts";
import { QUESTION_LIMIT, questionReplySchema } from "../_shared/contracts/question.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";
import { NOT_FOUND } from "../_shared/grounding/prompt.ts";
import { questionFunction } from "../_shared/grounding/question-function.ts";
import { NO_PROVIDER_NOTICE } from "../_shared/grounding/quote.ts";

const createHandler = questionFunction("label");

const bench = benchForTests();

const noProvider = { OPENAI_BASE_URL: "", OPENAI_API_KEY: "" };
const nothing = { answer: NOT_FOUND, sources: [], basis: "nothing" };

const boiler =
  "The boiler must stand on level ground.\n\nSet the system pressure to 1.5 bar when the system is cold.\n\nError E-47 means that the flow sensor gives no signal. Switch the power off before you touch the sensor.";
const question = "What is the right pressure of the cold system?";

const send = (body: object, variables: Record<string, string> = {}, key = randomUUID()) =>
  bench.call(createHandler, "label-query", body, { variables, key });

async function ask(text: string, variables?: Record<string, string>) {
  const reply = await send({ question: text }, variables);
  expect(reply.status).toBe(200);
  return questionReplySchema.parse(await reply.json());
}

const givenToModel = () =>
  passagesIn(bench.provider.callsTo("chat")[0]?.messages.at(-1)?.content ?? "");

test("a question is answered from the passages, with a source, and leaves its row", async () => {
  const fileId = await addManual(bench, bench.tess.companyId, {
    name: "Boiler.pdf",
    passages: ["Nothing about it on this page.", { body: boiler, page: 4, heading: "Start-up" }],
  });
  bench.provider.respondWith({ do: "answer", text: "It is 1.5 bar, measured cold [1]." });
  const key = randomUUID();
  const reply = await send(
    { question: `  ${question}\n` },
    { AI_CHAT_MODEL: "pen", AI_PRICES: '{"pen": {"input": 0.4, "output": 1.6}}' },
    key,
  );
  expect(await reply.json()).toEqual({
    answer: "It is 1.5 bar, measured cold [1].",
    sources: [
      {
        file_id: fileId,
        file_name: "Boiler.pdf",
        page: 4,
        chunk_no: 1,
        quote: "Set the system pressure to 1.5 bar when the system is cold.",
      },
    ],
    basis: "model",
  });

  const [call] = bench.provider.callsTo("chat");
  expect(call?.model).toBe("pen");
  expect(call?.messages[0]?.content).toContain(NOT_FOUND);
  expect(questionIn(call?.messages.at(-1)?.content ?? "")).toBe(question);
  expect(givenToModel()).toEqual([
    { number: 1, fileName: "Boiler.pdf", page: 4, heading: "Start-up", body: boiler },
  ]);
  expect(await bench.logged()).toMatchObject([
    {
      request_key: key,
      agent_type: "label_agent",
      action_type: "answer",
      status: "success",
      ai_model: "pen",
      total_tokens: 347,
      estimated_cost: "0.00018320",
      input_text: question,
      output_text: "It is 1.5 bar, measured cold [1].",
      knowledge_base_files_used: ["Boiler.pdf"],
    },
  ]);
});

test.each([
  ["cites nothing", "It is 2 bar, as everybody knows."],
  ["cites only what it was not given", "It is 2 bar [4]."],
  ["says that it is not in there", `${NOT_FOUND}.`],
])("a question gets the answer for nothing found when the model %s", async (_, text) => {
  await addManual(bench, bench.tess.companyId, { passages: [boiler] });
  bench.provider.respondWith({ do: "answer", text });
  expect(await ask(question)).toEqual(nothing);
  expect(await bench.logged()).toMatchObject([
    {
      status: "success",
      ai_model: "gpt-4.1-mini",
      output_text: NOT_FOUND,
      knowledge_base_files_used: [],
    },
  ]);
});

test.each([
  ["no document speaks to it", "Who won the football world cup in 1998?"],
  ["it has no words at all", "?!"],
  ["it is search syntax", "!!! & | ( :* <->"],
])("a question gets the answer for nothing found, without the model, if %s", async (_, text) => {
  await addManual(bench, bench.tess.companyId, { passages: [boiler] });
  expect(await ask(text)).toEqual(nothing);
  expect(bench.provider.calls).toEqual([]);
  expect(await bench.logged()).toMatchObject([
    { status: "success", ai_model: null, total_tokens: null, output_text: NOT_FOUND },
  ]);
});

test("a question without results gets an answer that says how many pages of Label's documents are pictures", async () => {
  const asked = "Who won the football world cup in 1998?";
  const add = (more: Partial<Parameters<typeof addManual>[2]>) =>
    addManual(bench, bench.tess.companyId, { passages: [boiler], ...more });
  await add({ pictures: [4], agents: ["snap_agent"] });
  expect(await ask(asked)).toEqual(nothing);
  const old = await add({ pictures: [1, 2] });
  const set = (column: string) =>
    bench.backend.sql(`update public.knowledge_base set ${column} where id = $1`, [old]);
  for (const state of [
    "superseded_at = now()",
    "superseded_at = null, deleting_at = now()",
    "deleting_at = null, passage_count = 2",
  ]) {
    await set(state);
    expect(await ask(asked)).toEqual(nothing);
  }
  await set("passage_count = 1");
  const answer = `${NOT_FOUND}. 2 pages of the documents are pictures, and text in pictures can't be searched.`;
  expect(await ask(asked)).toEqual({ ...nothing, answer });
  bench.provider.respondWith({ do: "answer", text: NOT_FOUND });
  expect(await ask(question)).toEqual({ ...nothing, answer });
  expect((await bench.logged()).at(-1)?.output_text).toBe(answer);
  await set("picture_pages = array[3]");
  const one = `${NOT_FOUND}. 1 page of the documents is a picture, and text in pictures can't be searched.`;
  expect((await ask(asked)).answer).toBe(one);
  bench.provider.respondWith({ do: "answer", text: "It is 1.5 bar [1]." });
  expect((await ask(question)).answer).toBe("It is 1.5 bar [1].");
});

const turns = (...questions: string[]) =>
  questions.flatMap((content) => [
    { role: "user", content },
    { role: "assistant", content: "It is open [1]." },
  ]);

test.each([
  [turns("E-31 HP-240"), "how do I reset it"],
  [turns("What does E31 mean on an HP-240?"), "Which key of the control board must be pressed?"],
  [turns("E-31 HP-240", "how do I reset it"), "and for how long?"],
  [turns("How do I reset the boiler BX-20 after E-47?", "E-31 HP-240"), "how do I reset it"],
])("a question after the turns %j is about the same device: %s", async (history, asked) => {
  const { companyId } = bench.tess;
  const boilers =
    "BX-20, E-47: reset the boiler. Press the reset key of the control board, and press it long.";
  await addManual(bench, companyId, { name: "Boiler.pdf", passages: [boilers] });
  const pump =
    "HP-240, E-31: the sensor is open. To reset it, press the key on the control board for five seconds.";
  await addManual(bench, companyId, { name: "Pump.pdf", passages: [pump] });
  const first = async (variables: Record<string, string>) =>
    questionReplySchema.parse(await (await send({ question: asked, history }, variables)).json());
  expect((await first(noProvider)).sources[0]?.file_name).toBe("Pump.pdf");
  await first({});
  expect(givenToModel()[0]?.fileName).toBe("Pump.pdf");
  const sent = bench.provider.callsTo("chat")[0]?.messages.map(({ content }) => content) ?? [];
  expect(sent.slice(1, -1)).toEqual(history.map(({ content }) => content.replace(" [1]", "")));
});

const about = "E-31 HP-240";

test.each([
  ["how do I reset it", "Pump.pdf", `About ${about}: how do I reset it`],
  ["How do I reset the BX-20 after E-47?", "Boiler.pdf", "How do I reset the BX-20 after E-47?"],
])(
  "a question is about what its person saw above it, unless it names its own: %s",
  async (asked, file, given) => {
    const { companyId } = bench.tess;
    const boilers = "BX-20, E-47: to reset the boiler, press the key on the control board.";
    await addManual(bench, companyId, { name: "Boiler.pdf", passages: [boilers] });
    const pump = "HP-240, E-31: to reset the pump, press the key on the control board.";
    await addManual(bench, companyId, { name: "Pump.pdf", passages: [pump] });
    const body = { question: asked, about, history: turns("How do I reset the BX-20 after E-47?") };
    const alone = questionReplySchema.parse(await (await send(body, noProvider)).json());
    expect(alone.sources[0]?.file_name).toBe(file);
    await send(body);
    expect(givenToModel()[0]?.fileName).toBe(file);
    expect(questionIn(bench.provider.callsTo("chat")[0]?.messages.at(-1)?.content ?? "")).toBe(
      given,
    );
  },
);

test("a question that an earlier version of the app has sent alone is the same one with its turns", async () => {
  await addManual(bench, bench.tess.companyId, { passages: [boiler] });
  const key = randomUUID();
  const alone = await send({ question }, {}, key);
  const again = await send({ question, about, history: turns(about) }, {}, key);
  expect(await again.json()).toEqual(await alone.json());
  expect(bench.provider.callsTo("chat")).toHaveLength(1);
});

test("without a provider the passages are the answer, which says that it is not from an AI", async () => {
  const name = "Boiler.pdf";
  await addManual(bench, bench.tess.companyId, { name, passages: [boiler, "Cold soup."] });
  const { answer, sources, basis } = await ask(question, noProvider);
  expect(basis).toBe("passages");
  expect(answer).toBe(
    `${NO_PROVIDER_NOTICE}\n\n“Set the system pressure to 1.5 bar when the system is cold.” [1]`,
  );
  expect(sources).toMatchObject([{ file_name: name, chunk_no: 0 }]);
  expect(await bench.logged()).toMatchObject([
    { status: "success", ai_model: null, error_message: null, knowledge_base_files_used: [name] },
  ]);
});

test("without a provider the answer has at most three passages, and no other numbers in brackets", async () => {
  await addManual(bench, bench.tess.companyId, {
    passages: [1, 2, 3, 4, 5].map((n) => `Cold system pressure, see [${n + 3}] and part ${n}.`),
  });
  const { answer, sources } = await ask(question, noProvider);
  expect(sources).toHaveLength(3);
  expect([...answer.matchAll(/\[\d+\]/g)].map(String)).toEqual(["[1]", "[2]", "[3]"]);
});

test("a question is answered neither from another company's documents, nor from those that are not open to Label", async () => {
  const other = await bench.createTechnician();
  await addManual(bench, other.companyId, { passages: [boiler] });
  const { companyId } = bench.tess;
  await addManual(bench, companyId, { agents: ["voice_agent"], passages: [boiler] });
  expect(await ask(question)).toEqual(nothing);
  expect(await ask(question, noProvider)).toEqual(nothing);
});

const refusal = async (reply: Response) => {
  expect(bench.provider.calls).toEqual([]);
  return { status: reply.status, ...refusalSchema.parse(await reply.json()).error };
};

test.each<[string, object, number, string]>([
  ["is missing", {}, 400, "malformed"],
  ["is blank", { question: " \n\t " }, 400, "malformed"],
  ["is nothing that can be kept", { question: "\0" }, 400, "malformed"],
  ["is too long", { question: "x".repeat(QUESTION_LIMIT + 1) }, 413, "too_large"],
])("a question is refused when it %s", async (_, body, status, code) => {
  expect(await refusal(await send(body))).toMatchObject({ status, code, field: "question" });
  expect(await bench.logged()).toMatchObject([{ status: "error" }]);
});

test("a question of exactly the greatest length is answered", async () => {
  await addManual(bench, bench.tess.companyId, { passages: [boiler] });
  const longest = `${question} `.repeat(200).slice(0, QUESTION_LIMIT - 1);
  expect((await send({ question: `  ${longest}?  ` })).status).toBe(200);
});
