import { answerQuestion } from "../_shared/grounding/answer-question.ts";
import { createAgentHandler } from "../_shared/request/agent-request.ts";
import { checkCompany } from "../_shared/request/company-access.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";
import { parseQuestion } from "../_shared/request/question-request.ts";

/** `ask-query`: a question and what was said before in, an answer from the company's documents out. */
export function createHandler(
  environment: Environment,
  ports: Ports = systemPorts,
): (request: Request) => Promise<Response> {
  return createAgentHandler(
    {
      name: "ask-query",
      agent: "ask_agent",
      action: "answer",
      checkAccess: (caller) => checkCompany(caller, "Ask Agent"),
      parse: parseQuestion,
      work: (input, context) => answerQuestion("ask_agent", input, context),
    },
    environment,
    ports,
  );
}
