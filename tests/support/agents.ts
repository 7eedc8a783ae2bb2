import { randomUUID } from "node:crypto";
import { beforeEach, expect } from "vitest";
import { refusalSchema } from "#supabase/functions/_shared/contracts/refusal.ts";
import { IMAGE_LIMIT_BYTES } from "#supabase/functions/_shared/contracts/snap-process.ts";
import { questionFunction } from "#supabase/functions/_shared/grounding/question-function.ts";
import { createHandler as createSnap } from "#supabase/functions/snap-process/handler.ts";
import { createHandler as createVoice } from "#supabase/functions/voice-transcribe/handler.ts";
import type { TestBench } from "./agent-bench.ts";
import type { Behaviour } from "./ai-provider/behaviour.ts";
import { type JsonRequestOptions, jsonRequest } from "./json-request.ts";
import { addManual } from "./manuals.ts";
import { photoUrl } from "./photo.ts";
import { voiceForm } from "./voice-request.ts";

/** An AI function, with what the shared tests need to know about it. */
export interface Agent {
  name: string;
  agent: "voice_agent" | "snap_agent" | "label_agent" | "ask_agent";
  createHandler: Parameters<TestBench["call"]>[0];
  /** A body that is answered with the provider's words. */
  body: object;
  /** Another valid body. */
  otherBody: object;
  /** What a body that is no JSON and no form is sent as. */
  contentType: string;
  /** The provider's API that the words come from. */
  api: "chat" | "transcription";
  /** The passages that its person's company needs. */
  passages: string[];
  /** A reply of the provider that the function accepts and that contains these words. */
  answer: (words: string) => string;
  /** Whether it answers a person without a company. */
  worksAlone: boolean;
}

const E47 = "E-47 means that the flow sensor is silent";
const QUESTION = {
  body: { question: "What does E-47 mean?" },
  otherBody: { question: "What does E-48 mean?" },
  ...{ contentType: "application/json", api: "chat", worksAlone: false },
  passages: [`${E47}.`],
  answer: (words: string) => `${words} ${E47} [1].`,
} as const;

const ASK = {
  ...QUESTION,
  name: "ask-query",
  agent: "ask_agent",
  createHandler: questionFunction("ask"),
};
const LABEL = {
  ...ASK,
  name: "label-query",
  agent: "label_agent",
  createHandler: questionFunction("label"),
};
const SNAP = {
  ...{ name: "snap-process", agent: "snap_agent", createHandler: createSnap },
  body: { image: photoUrl(), note: "Hums but does not start." },
  otherBody: { image: photoUrl(), note: "Does not hum." },
  ...{ contentType: "application/json", api: "chat", worksAlone: true },
  ...{ passages: [], answer: (words: string) => words },
};
const VOICE = {
  ...{ name: "voice-transcribe", agent: "voice_agent", createHandler: createVoice },
  body: voiceForm(),
  otherBody: voiceForm({ type: "audio/ogg" }),
  ...{ contentType: "multipart/form-data; boundary=x", api: "transcription", worksAlone: true },
  ...{ passages: [], answer: (words: string) => words },
};

/** Those with a JSON body, and the largest that they accept, in bytes. */
export const JSON_AGENTS = [
  { ...ASK, bodyLimit: 256 * 1024 },
  { ...LABEL, bodyLimit: 256 * 1024 },
  { ...SNAP, bodyLimit: IMAGE_LIMIT_BYTES },
] as (Agent & { bodyLimit: number })[];
export const AGENTS = [...JSON_AGENTS, VOICE] as Agent[];

/** Sends requests to an agent. Each test has a new person and a new key. */
export function callsOf(agent: Agent, bench: TestBench) {
  let key: string;
  beforeEach(async () => {
    key = randomUUID();
    await prepare();
  });

  const prepare = ({ companyId } = bench.tess) =>
    addManual(bench, companyId, { passages: agent.passages });
  const handler = (variables: Record<string, string> = {}, ports = bench.ports()) =>
    agent.createHandler(bench.environment(variables), ports);
  const request = (
    body: Parameters<typeof jsonRequest>[1] = agent.body,
    { headers, ...options }: JsonRequestOptions = {},
  ) =>
    jsonRequest(agent.name, body, {
      ...{ accessToken: bench.tess.accessToken, key, ...options },
      headers: {
        ...(!(body instanceof FormData) && { "Content-Type": agent.contentType }),
        ...headers,
      },
    });
  const rowsOf = (table: "agent_requests" | "detailed_agent_logs") =>
    bench.rowsOf(table, bench.tess);

  return {
    prepare,
    handler,
    request,
    rowsOf,
    key: () => key,
    send: (...options: Parameters<typeof request>) => handler()(request(...options)),
    calls: () => bench.provider.callsTo(agent.api),
    /** What the provider does at its next calls. An answer's text is what the function needs. */
    provider: (...behaviours: Behaviour[]) =>
      bench.provider.respondWith(
        ...behaviours.map((each): Behaviour => {
          const isAnswer = (each.do === "answer" || each.do === "hold") && each.text !== undefined;
          const text = isAnswer ? { text: agent.answer(String(each.text)) } : {};
          return { to: agent.api, ...each, ...text };
        }),
      ),

    /** Expects that the only request was answered with these words, and its rows are about it. */
    async expectOneAnswer(words: string) {
      expect(await rowsOf("agent_requests")).toMatchObject([
        { request_key: key, function_name: agent.name, state: "done", reply_status: 200 },
      ]);
      expect(await rowsOf("detailed_agent_logs")).toMatchObject([
        {
          ...{ request_key: key, agent_type: agent.agent, company_id: bench.tess.companyId },
          ...{ status: "success", error_message: null },
          output_text: expect.stringContaining(words),
        },
      ]);
    },
  };
}

export async function refusalOf(reply: Response) {
  const { error } = refusalSchema.parse(await reply.json());
  return { status: reply.status, code: error.code, field: error.field };
}
