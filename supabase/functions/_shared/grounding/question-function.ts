import { z } from "zod/mini";
import { type ChatAnswer, type ChatMessage, chat, withCutOffNote } from "../ai/chat.ts";
import { AiFailure } from "../ai/failure.ts";
import { AGENTS } from "../contracts/agent.ts";
import { type AnswerGrounding, GROUNDING_QUOTE_LIMIT } from "../contracts/answer-grounding.ts";
import { describeUnsearched, type PassageHit } from "../contracts/knowledge.ts";
import {
  QUESTION_LIMIT,
  type QuestionAgent,
  type QuestionReply,
  type QuestionRequest,
  questionRequestSchema,
} from "../contracts/question.ts";
import { carriedSubject, searchContext } from "../contracts/terms/telling-words.ts";
import { agentFunction, type WorkContext } from "../request/agent-request.ts";
import { readJson, sha256 } from "../request/request-body.ts";
import type { ServiceRest } from "../request/service-rest.ts";
import { better, type CheckedAnswer, checkAnswer } from "./check-answer.ts";
import {
  groundedMessages,
  NOT_FOUND,
  NOTHING_FOUND,
  passagesWithRoom,
  promptVersion,
} from "./prompt.ts";
import { extractAnswer, quoteSource } from "./quote.ts";
import { passageKey, retrieve } from "./retrieve.ts";

/** The function `<agent>-query` of an agent that answers questions from documents. */
export function questionFunction(agent: QuestionAgent) {
  const key = systemPromptKey(agent);
  return agentFunction({
    name: `${agent}-query`,
    agent,
    action: "answer",
    prompts: [key],
    parse: async (request) => {
      const input = await readJson(request, questionRequestSchema, {
        // Enough for a question and its history with every character in JSON's longest form.
        limit: 256 * 1024,
        tooLarge: `A question can have at most ${QUESTION_LIMIT.toLocaleString("en")} characters.`,
      });
      // Earlier versions of the app and of this function knew no history for Label, and no `about`. A
      // question that they have begun stays the same question when it is sent again with these.
      const history = agent === "label" ? [] : (input.history ?? []);
      const hash = await sha256(JSON.stringify([input.question, history]));
      return { input, hash, description: input.question };
    },
    work: (input, context) =>
      answerQuestion(agent, input, { ...context, prompt: context.prompt(key) }),
  });
}

export const systemPromptKey = (agent: QuestionAgent) =>
  `${AGENTS[agent].logged}_system_prompt` as const;

/**
 * Answers a question from the documents that the caller may read: by a model whose words are
 * checked against the passages, or by the passages themselves if no provider is set up.
 * @param work with the system prompt of the agent
 * @throws AiFailure if a provider is set up and gave no usable answer.
 */
export async function answerQuestion(
  agent: QuestionAgent,
  { question, about, history = [] }: QuestionRequest,
  work: Pick<WorkContext, "caller" | "environment" | "rest" | "turn"> & { prompt: string },
) {
  const { caller, environment, rest, turn, prompt } = work;
  const { logged } = AGENTS[agent];
  const { company_id: company, id: person } = caller;
  const questions = history.flatMap(({ role, content }) => (role === "user" ? [content] : []));
  // Earlier versions of the app send no `about`.
  const before = about === undefined ? questions : [about];
  const context = searchContext(question, questions, about);
  const found = await retrieve(rest, { person, agent: logged, question, context });
  const { searched, corrections, hits, relevant } = found;

  async function answered(reply: QuestionReply, grounding?: AnswerGrounding) {
    let { answer } = reply;
    if (reply.basis === "nothing" && company !== null) {
      // What is asked for may be on a page that is a picture.
      const pages = await rest.call("unsearched_pages", { company, agent: logged });
      const unsearched = describeUnsearched(z.number().parse(pages));
      if (unsearched !== null) answer += `. ${unsearched}`;
    }
    return {
      reply: { ...reply, answer, ...(corrections.length > 0 && { corrections }) },
      ...(grounding && { grounding }),
      output: answer,
      files: [...new Set(reply.sources.map((source) => source.file_name))],
    };
  }
  if (relevant.length === 0) return answered(NOTHING_FOUND);
  const { chat: endpoint, chatModel } = environment.ai;
  if (!endpoint) return answered(extractAnswer(searched, relevant, context));

  const passages = passagesWithRoom(hits);
  // A random word for the marks around passages and question, made after all documents and messages
  // were written: none of them can contain it and end a mark early.
  const mark = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  const subject = carriedSubject(question, before);
  const messages = groundedMessages(prompt, { question, subject, history, passages, mark });
  const check = ({ text, isCutOff }: ChatAnswer): CheckedAnswer => {
    const checked = checkAnswer(text, searched, passages, mark, context || null);
    const { reply } = checked;
    if (reply.basis !== "model") return checked;
    const answer = withCutOffNote({ text: reply.answer, isCutOff });
    return { ...checked, reply: { ...reply, answer } };
  };
  const first = await chat(endpoint, chatModel, messages, turn);
  let checked = check(first);
  const askedAgain = checked.problems.length > 0;
  if (askedAgain) {
    const correction: ChatMessage[] = [
      ...messages,
      { role: "assistant", content: first.text },
      { role: "user", content: correctionRequest(checked.problems) },
    ];
    const second = await askAgain(endpoint, chatModel, correction, turn);
    if (second !== null) checked = better(checked, check(second));
  }
  const { reply, claims, supported, problems } = checked;
  return answered(reply, {
    prompt: { key: systemPromptKey(agent), version: await promptVersion(prompt) },
    passages: await describePassages(rest, question, passages, reply),
    check: { claims, supported, asked_again: askedAgain, problems },
  });
}

/** How long the model may take to correct its answer, in milliseconds. */
const CORRECTION_MS = 20_000;

/** With less time left, an answer is not sent back, in milliseconds. */
const LEAST_LEFT_MS = 2_000;

/**
 * Sends an answer back to the model with what is wrong in it, once.
 * @returns the corrected answer; null when there is no time or the provider gave none: the first
 *   answer is still good for what is right in it.
 */
async function askAgain(
  ...[endpoint, model, messages, turn]: Parameters<typeof chat>
): Promise<ChatAnswer | null> {
  const now = turn.ports.clock.now();
  const deadline = Math.min(turn.deadline, now + CORRECTION_MS);
  if (deadline - now < LEAST_LEFT_MS) return null;
  try {
    return await chat(endpoint, model, messages, { ...turn, deadline });
  } catch (error) {
    if (error instanceof AiFailure) return null;
    throw error;
  }
}

const correctionRequest = (problems: readonly string[]) =>
  `The application compared your answer with the passages and could not confirm this:

${problems.map((problem) => `- ${problem}`).join("\n")}

Answer the question once more from the passages alone. Write each figure, unit and code as the passage has it, cite the passage that says it after every sentence, and leave out what no passage says. Do not mention this message. If the passages do not answer the question, reply with exactly this sentence and nothing else: ${NOT_FOUND}`;

/** What the log keeps of the passages that the model was given. */
async function describePassages(
  rest: ServiceRest,
  question: string,
  passages: readonly PassageHit[],
  { sources }: QuestionReply,
): Promise<AnswerGrounding["passages"]> {
  const ids = [...new Set(passages.map(({ file_id }) => file_id))];
  const query = { id: `in.(${ids.join(",")})`, select: "id,indexed_at" };
  const row = z.object({ id: z.uuid(), indexed_at: z.nullable(z.string()) });
  const files = await rest.select("knowledge_base", query, row);
  const indexed = new Map(files.map(({ id, indexed_at }) => [id, indexed_at]));
  const cited = new Set(sources.map(passageKey));
  return passages.map((passage) => {
    const { source } = quoteSource(passage, question);
    return {
      ...source,
      heading: passage.heading,
      indexed_at: indexed.get(passage.file_id) ?? null,
      quote: source.quote.slice(0, GROUNDING_QUOTE_LIMIT),
      cited: cited.has(passageKey(passage)),
    };
  });
}
