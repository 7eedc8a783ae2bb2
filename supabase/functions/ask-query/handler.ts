import { createAgentHandler } from "../_shared/agent-request.ts";
import { answerQuestion } from "../_shared/answer-question.ts";
import { checkCompany } from "../_shared/company-access.ts";
import type { Environment } from "../_shared/environment.ts";
import { type Ports, systemPorts } from "../_shared/ports.ts";
import { parseQuestion } from "../_shared/question-request.ts";

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
