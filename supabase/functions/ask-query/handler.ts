import { createQuestionHandler } from "../_shared/grounding/question-function.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";

/** `ask-query`: a question and what was said before in, an answer from the company's documents out. */
export function createHandler(
  environment: Environment,
  ports: Ports = systemPorts,
): (request: Request) => Promise<Response> {
  return createQuestionHandler("ask", environment, ports);
}
