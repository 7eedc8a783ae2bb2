import type { QuestionAgent } from "../contracts/question.ts";
import { createAgentHandler } from "../request/agent-request.ts";
import type { Environment } from "../request/environment.ts";
import type { Ports } from "../request/ports.ts";
import { parseQuestion } from "../request/question-request.ts";
import { answerQuestion } from "./answer-question.ts";

/** The function `<agent>-query` of an agent that answers questions. */
export function createQuestionHandler(
  agent: QuestionAgent,
  environment: Environment,
  ports: Ports,
): (request: Request) => Promise<Response> {
  return createAgentHandler(
    {
      name: `${agent}-query`,
      agent,
      action: "answer",
      parse: (request) => parseQuestion(request, agent),
      work: (input, context) => answerQuestion(agent, input, context),
    },
    environment,
    ports,
  );
}
