import { chat } from "../ai/chat.ts";
import { readPrompts } from "../ai/prompts.ts";
import { AGENTS } from "../contracts/agent.ts";
import type { QuestionAgent, QuestionReply, QuestionRequest } from "../contracts/question.ts";
import type { Answer, WorkContext } from "../request/agent-function.ts";
import { checkAnswer } from "./check-answer.ts";
import { extractAnswer } from "./extract.ts";
import { lastQuestion } from "./history.ts";
import { nothingFound } from "./not-found.ts";
import { drawMark, groundedMessages, passagesWithRoom } from "./prompt.ts";
import { retrieve } from "./retrieve.ts";

/**
 * Answers a question from the documents that the caller may read: by a model whose words are
 * checked against the passages, or by the passages themselves if no provider is set up.
 * @throws AiFailure if a provider is set up and gave no usable answer.
 */
export async function answerQuestion(
  agent: QuestionAgent,
  { question, history = [] }: QuestionRequest,
  { caller, environment, rest, turn }: WorkContext,
): Promise<Answer> {
  const { logged: loggedAgent } = AGENTS[agent];
  const { hits, relevant } = await retrieve(rest, {
    person: caller.id,
    agent: loggedAgent,
    question,
    earlier: lastQuestion(history),
  });
  if (relevant.length === 0) return logged(nothingFound());
  const { chat: endpoint, chatModel } = environment.ai;
  if (!endpoint) return logged(extractAnswer(question, relevant));

  const key = `${loggedAgent}_system_prompt` as const;
  const prompts = await readPrompts(rest, caller.company_id, [key]);
  const passages = passagesWithRoom(hits);
  const mark = drawMark();
  const messages = groundedMessages(prompts[key], { question, history, passages, mark });
  return logged(
    checkAnswer(await chat(endpoint, chatModel, messages, turn), question, passages, mark),
  );
}

function logged(reply: QuestionReply): Answer {
  return {
    reply,
    output: reply.answer,
    files: [...new Set(reply.sources.map((source) => source.file_name))],
  };
}
