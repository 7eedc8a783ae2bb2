import { AGENTS } from "@contracts/agent.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import type { GoldenTrial } from "#commands/golden-run.ts";

const QUESTION_AGENTS: readonly QuestionAgent[] = ["label", "ask"];

/**
 * The trials of changed prompts for the agents that answer questions.
 * @param prompts keys and new texts; null: the built-in text
 */
export function buildTrials(prompts: readonly (readonly [string, string | null])[]): GoldenTrial[] {
  const texts = new Map(prompts);
  return QUESTION_AGENTS.flatMap((agent): GoldenTrial[] => {
    const prompt = texts.get(`${AGENTS[agent].logged}_system_prompt`);
    // An empty text is refused when it is saved.
    if (prompt === undefined || prompt?.trim() === "") return [];
    return [{ agent, change: { kind: "prompt", prompt } }];
  });
}
