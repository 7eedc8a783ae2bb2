import { type ChatAnswer, chat, withCutOffNote } from "../ai/chat.ts";
import { readPrompts } from "../ai/prompts.ts";
import { AGENTS } from "../contracts/agent.ts";
import type { AnswerGrounding } from "../contracts/answer-grounding.ts";
import type { QuestionAgent, QuestionReply, QuestionRequest } from "../contracts/question.ts";
import type { Answer, WorkContext } from "../request/agent-function.ts";
import { askAgain } from "./ask-again.ts";
import { better, type CheckedAnswer, checkAnswer } from "./check-answer.ts";
import { extractAnswer } from "./extract.ts";
import { groundingOf } from "./grounding-of.ts";
import { earlierQuestions } from "./history.ts";
import { nothingFound, withUnsearched } from "./not-found.ts";
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
  { caller, environment, rest, turn }: Omit<WorkContext, "settings" | "kept" | "keep">,
): Promise<Answer> {
  const { logged: loggedAgent } = AGENTS[agent];
  const earlier = earlierQuestions(history);
  const { searched, corrections, hits, relevant } = await retrieve(rest, {
    person: caller.id,
    agent: loggedAgent,
    question,
    earlier,
  });
  const answered = async (reply: QuestionReply, grounding?: AnswerGrounding) => {
    const full = await withUnsearched(reply, rest, {
      ...{ company: caller.company_id, agent: loggedAgent },
    });
    return logged(corrections.length === 0 ? full : { ...full, corrections }, grounding);
  };
  if (relevant.length === 0) return answered(nothingFound());
  const { chat: endpoint, chatModel } = environment.ai;
  if (!endpoint) return answered(extractAnswer(searched, relevant));

  const key = `${loggedAgent}_system_prompt` as const;
  const prompts = await readPrompts(rest, caller.company_id, [key]);
  const passages = passagesWithRoom(hits);
  const mark = drawMark();
  const messages = groundedMessages(prompts[key], { question, history, passages, mark });
  const describe = (checked: CheckedAnswer, askedAgain: boolean) =>
    groundingOf(rest, { question, key, prompt: prompts[key], passages, checked, askedAgain });
  const check = ({ text, isCutOff }: ChatAnswer): CheckedAnswer => {
    const checked = checkAnswer(text, searched, passages, mark, earlier);
    const { reply } = checked;
    if (reply.basis !== "model") return checked;
    const answer = withCutOffNote({ text: reply.answer, isCutOff });
    return { ...checked, reply: { ...reply, answer } };
  };
  const first = await chat(endpoint, chatModel, messages, turn);
  const checked = check(first);
  if (checked.problems.length === 0) {
    return answered(checked.reply, await describe(checked, false));
  }
  const second = await askAgain(endpoint, chatModel, messages, first.text, checked.problems, turn);
  const chosen = second === null ? checked : better(checked, check(second));
  return answered(chosen.reply, await describe(chosen, true));
}

function logged(reply: QuestionReply, grounding?: AnswerGrounding): Answer {
  return {
    reply,
    ...(grounding && { grounding }),
    output: reply.answer,
    files: [...new Set(reply.sources.map((source) => source.file_name))],
  };
}
