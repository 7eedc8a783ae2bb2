import { expect, it, vi } from "vitest";
import { deleteUnsealedRecording } from "#mirror/person/recordings/recordings.ts";
import { deferred } from "#tests/support/deferred.ts";
import type { Fate } from "#tests/support/sync/model-server.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import {
  dealFates,
  drained,
  retryAll,
  sendAll,
  sendUntil,
  untilState,
} from "#tests/support/sync/waiting.ts";
import { readHistory } from "../mirror/person/agent-logs.ts";
import {
  ASK_CONVERSATION,
  addMessage,
  labelConversation,
  readMessages,
  waitingQuestions,
} from "../mirror/person/conversations.ts";
import { readResult } from "../mirror/person/outbox/item-status.ts";
import { discardIdleItem, retryItem } from "../mirror/person/outbox/outbox.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import { replaceAskConversation } from "../sync/pull/pull-own-lists.ts";
import { askQuestion } from "./questions.ts";
import { beginRecording } from "./recording-session.ts";

/** A message of the person from another device. */
const elsewhere = {
  id: "01890000-0000-7000-8000-000000000001",
  role: "assistant",
  content: "asked elsewhere",
  sources: null,
  basis: null,
  created_at: "2099-01-05T08:00:00Z",
  agent: "ask",
  conversation: ASK_CONVERSATION,
  mirroredAt: 0,
} as const;

const ask = (text: string, conversation = ASK_CONVERSATION) =>
  askQuestion(tab.db, tab.ports, { agent: "ask", conversation, text });
const askLabel = (text: string, conversation: string) =>
  askQuestion(tab.db, tab.ports, { agent: "label", conversation, text });
/** The conversation with Label of a new session (a reload), if a new one would be "label-2". */
const openedLabel = async (later = 0) => (await sessionOf(newSession(), later)).conversation;
const newSession = () => new PersonDatabase(tab.db.personId);
const sessionOf = (db: PersonDatabase, later = 0) => {
  const clock = { ...tab.ports.clock, now: () => tab.clock.now() + later };
  return labelConversation(db, { ...tab.ports, newId: () => "label-2", clock });
};
const said = async () =>
  (await readMessages(tab.db, "ask", ASK_CONVERSATION)).map(({ content }) => content);
const stored = () => [...device.server.messages.values()].map(({ content }) => content);

it("a question becomes two messages and a history row in one transaction, and no result beside them", async () => {
  const id = await ask("Which filter?");
  await sendAll(tab);
  expect(await said()).toEqual(["Which filter?", "Answer to Which filter?"]);
  expect((await readHistory(tab.db, null))[0]).toMatchObject({
    id,
    agent_type: "ask",
    input_type: "text",
    input_data: "Which filter?",
    output_summary: "Answer to Which filter?",
  });
  expect(await readResult(tab.db, id)).toBeUndefined();
  const pair = await readMessages(tab.db, "ask", ASK_CONVERSATION);
  expect(pair.map(({ basis }) => basis)).toEqual([null, "model"]);
  expect([...device.server.messages.values()]).toMatchObject([{ basis: null }, { basis: "model" }]);
});

it("a question has a history summary that ends with a complete character", async () => {
  const room = 500 - "Answer to ".length;
  await ask(`${"x".repeat(room - 1)}🔥`);
  await sendAll(tab);
  const [entry] = await readHistory(tab.db, null);
  expect(entry?.output_summary).toBe(`Answer to ${"x".repeat(room - 1)}`);
});

it("a question is shown once when the server already has it but not the answer", async () => {
  let answering = false;
  device.server.fate = ({ kind }) =>
    kind === "function" && !answering ? { status: 503, code: "ai_failed" } : "answer";
  const id = await ask("Which filter?");
  await sendUntil(tab, id, "waiting");
  const rows = [...device.server.messages.values()] as never[];
  const now = tab.clock.now();
  await replaceAskConversation(tab.db, { rows, askedAt: now, now });
  expect(await said()).toEqual([]);
  answering = true;
  await drained(tab);
  expect(await said()).toEqual(["Which filter?", "Answer to Which filter?"]);
});

it("a question is asked and answered although its messages can't be saved, and stands before its answer", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const refusal = { status: 403, code: "42501", message: "No messages today" };
  dealFates(device.server, "message", refusal, refusal);
  // Messages of the same moment are sorted by their ids.
  const ports = { ...tab.ports, newId: () => "ffffffff-0000-7000-8000-000000000000" };
  const question = { agent: "ask", conversation: ASK_CONVERSATION, text: "Why?" } as const;
  const id = await askQuestion(tab.db, ports, question);
  await sendAll(tab);
  expect(stored()).toEqual([]);
  expect(await said()).toEqual(["Why?", "Answer to Why?"]);
  expect(await tab.db.outbox.get(id)).toBeUndefined();
  expect(logged.mock.calls.map((words) => words.join(" "))).toEqual(
    Array(2).fill("A message of the conversation could not be saved: No messages today"),
  );
  logged.mockRestore();
});

it("a conversation sends its questions one after another, and does not delay another conversation", async () => {
  const ids = [await ask("one, the longest of the three"), await ask("two"), await ask("3")];
  const other = await askLabel("elsewhere", "label-1");
  device.server.fate = async ({ key }): Promise<Fate> => {
    if (key === ids[0] && !device.server.providerCalls.includes(other)) {
      return { status: 503, code: "ai_failed" };
    }
    return "answer";
  };
  await sendAll(tab);
  expect(device.server.providerCalls.filter((key) => key !== other)).toEqual(ids);
  expect(device.server.providerCalls).toContain(other);
  const asked = (await said()).filter((_, index) => index % 2 === 0);
  expect(asked).toEqual(["one, the longest of the three", "two", "3"]);
});

it.each([
  ["Ask", ask, { ...elsewhere }],
  ["Label", askLabel, { ...elsewhere, agent: "label", conversation: "label-1" }],
] as const)(
  "a conversation is sent with the next question to %s, unchanged in every attempt",
  async (_, asking, meanwhile) => {
    const bodies: unknown[] = [];
    const { conversation } = meanwhile;
    await asking("first", conversation);
    if (conversation === "label-1") await askLabel("in another session", "label-0");
    await sendAll(tab);
    const second = await asking("second", conversation);
    device.server.observe = (request, body) => {
      if (request.key === second && request.kind === "function") bodies.push(JSON.parse(body));
    };
    const fates: Fate[] = ["drop-reply", "drop-request"];
    device.server.fate = async ({ kind, key }): Promise<Fate> => {
      if (kind !== "function" || key !== second) return "answer";
      // Meanwhile another device asks a question, which must not change the history that is sent.
      await addMessage(tab.db, { ...meanwhile, user_id: tab.db.personId });
      return fates.shift() ?? "answer";
    };
    await retryAll(tab);
    const body = {
      question: "second",
      history: [
        { role: "user", content: "first" },
        { role: "assistant", content: "Answer to first" },
      ],
    };
    expect(bodies).toEqual([body, body, body]);
  },
);

it("a question is sent with what it is about, and one that is asked without it also without the earlier turns", async () => {
  await askLabel("What does E-31 mean on the HP-240?", "label-1");
  await sendAll(tab);
  const bodies = new Map<string | null, object>();
  device.server.observe = ({ key, kind }, body) => {
    if (kind === "function") bodies.set(key, JSON.parse(body));
  };
  const asked = { agent: "label", conversation: "label-1", text: "How do I reset it?" } as const;
  const carried = await askQuestion(tab.db, tab.ports, { ...asked, about: "E-31 HP-240" });
  const without = await askQuestion(tab.db, tab.ports, { ...asked, about: "" });
  await sendAll(tab);
  const history = [{ role: "user" }, { role: "assistant" }];
  expect(bodies.get(carried)).toMatchObject({ about: "E-31 HP-240", history });
  expect(bodies.get(without)).toEqual({ question: "How do I reset it?" });
  const messages = await readMessages(tab.db, "label", "label-1");
  expect(messages.find(({ id }) => id === carried)).toMatchObject({ about: "E-31 HP-240" });
});

it("a conversation continues after a refused question, and sends that one again on request", async () => {
  const [refused, next] = [await ask("bad"), await ask("good")];
  let refuse = true;
  device.server.fate = ({ key, kind }) =>
    kind === "function" && key === refused && refuse
      ? { status: 422, code: "key_reused" }
      : "answer";
  await sendUntil(tab, refused, "needs-attention");
  await untilState(tab, next, undefined);
  refuse = false;
  await retryItem(tab.db, refused);
  await retryAll(tab);
  expect(device.server.providerCalls).toEqual([next, refused]);
});

it("a conversation with Label is continued while a question waits; afterwards a new one begins", async () => {
  device.server.fate = () => "drop-request";
  await askLabel("waiting", "label-1");
  expect(await openedLabel()).toBe("label-1");
  device.server.fate = () => "answer";
  await sendAll(tab);
  expect(await openedLabel()).toBe("label-2");
  expect(await readMessages(tab.db, "label", "label-1")).toHaveLength(2);
  await openedLabel(25 * 3_600_000);
  expect(await readMessages(tab.db, "label", "label-1")).toEqual([]);
});

it("a conversation with Label lasts for a session, and is nobody else's", async () => {
  const opened = await sessionOf(tab.db);
  await askLabel("first", opened.conversation);
  await sendAll(tab);
  expect(await labelConversation(tab.db, tab.ports)).toBe(opened);
  expect(await labelConversation(newSession(), tab.ports)).not.toEqual(opened);
});

it("a question to Label that waits for days keeps the turns of its session", async () => {
  await askLabel("E-31 HP-240", "label-1");
  await sendAll(tab);
  device.server.fate = () => "drop-request";
  const id = await askLabel("How do I reset it?", "label-1");
  await askLabel("Something else", "label-3");
  expect(await openedLabel(25 * 3_600_000)).toBe("label-3");
  let body = "";
  device.server.fate = () => "answer";
  device.server.observe = ({ key, kind }, sent) => {
    if (key === id && kind === "function") body = sent;
  };
  await retryAll(tab);
  expect(JSON.parse(body).history).toMatchObject([
    { content: "E-31 HP-240" },
    { role: "assistant" },
  ]);
});

it("a conversation with Label is continued while a spoken question of it is unfinished", async () => {
  const place = { agent: "label" as const, conversation: "label-1" };
  const question = await beginRecording(tab.db, tab.ports, "audio/webm", place);
  await question.append(new ArrayBuffer(10), 1000);
  await question.leave();
  expect(await openedLabel()).toBe("label-1");
  await deleteUnsealedRecording(tab.db, question.id);
  expect(await openedLabel()).toBe("label-2");
});

it("a question that waits can be withdrawn, and the next question becomes due", async () => {
  const [first, second] = [await ask("first"), await ask("second")];
  expect(await discardIdleItem(tab.db, first)).toBe(true);
  expect(await discardIdleItem(tab.db, first)).toBe(false);
  await sendAll(tab);
  expect(device.server.providerCalls).toEqual([second]);
});

it("a question that waits cannot be withdrawn while it is being sent", async () => {
  const held = deferred();
  device.server.fate = async ({ kind }): Promise<Fate> => {
    if (kind === "function") await held.promise;
    return "answer";
  };
  const id = await ask("first");
  await sendUntil(tab, id, "sending");
  expect(await discardIdleItem(tab.db, id)).toBe(false);
  held.resolve();
  await drained(tab);
  expect(stored()).toHaveLength(2);
});

it.each([
  ["no_company", "You have no company yet."],
  ["no_agent_access", "Company documents are closed to you."],
])(
  "a refusal '%s' that names the company adds one message to the chat that says what is missing",
  async (code, message) => {
    const refusal = { status: 403, code, message };
    device.server.fate = ({ kind }) => (kind === "function" ? refusal : "answer");
    const id = await ask("Which filter?");
    await sendUntil(tab, id, "needs-attention");
    expect(await said()).toEqual([
      expect.stringMatching(/^Setup Required: You need to be assigned to a company/),
    ]);
    await retryItem(tab.db, id);
    tab.engine.wake("retry");
    await untilState(tab, id, "needs-attention");
    expect(await said()).toHaveLength(1);
    expect(stored()).toHaveLength(2);
    expect(await waitingQuestions(tab.db, "ask", ASK_CONVERSATION)).toHaveLength(1);
  },
);

it("a refusal that does not name the company adds no message", async () => {
  const refusal = {
    status: 403,
    code: "no_agent_access",
    message: "No access. Ask accompanying staff.",
  };
  device.server.fate = ({ kind }) => (kind === "function" ? refusal : "answer");
  await sendUntil(tab, await ask("Which filter?"), "needs-attention");
  expect(await said()).toEqual([]);
});
