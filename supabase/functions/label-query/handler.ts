import { createQuestionHandler } from "../_shared/grounding/question-function.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";

/**
 * `label-query`: answers a question, with the turns of the session before it, from the manuals that
 * Label may use.
 */
export function createHandler(
  environment: Environment,
  ports: Ports = systemPorts,
): (request: Request) => Promise<Response> {
  return createQuestionHandler("label", environment, ports);
}
