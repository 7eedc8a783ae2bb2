import type { Profile } from "../_shared/contracts/person.ts";
import { answerQuestion } from "../_shared/grounding/answer-question.ts";
import { createAgentHandler } from "../_shared/request/agent-request.ts";
import { checkCompany } from "../_shared/request/company-access.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";
import { parseLoneQuestion } from "../_shared/request/question-request.ts";
import { Refused } from "../_shared/request/refused.ts";

/** `label-query`: a question in, an answer from the manuals that Label may use out. */
export function createHandler(
  environment: Environment,
  ports: Ports = systemPorts,
): (request: Request) => Promise<Response> {
  return createAgentHandler(
    {
      name: "label-query",
      agent: "label_agent",
      action: "answer",
      checkAccess,
      parse: parseLoneQuestion,
      work: (input, context) => answerQuestion("label_agent", input, context),
    },
    environment,
    ports,
  );
}

function checkAccess(caller: Profile): void {
  checkCompany(caller, "Label Agent");
  if (!caller.can_use_label_agent) {
    throw new Refused(403, "no_agent_access", "You do not have access to the Label Agent.");
  }
}
