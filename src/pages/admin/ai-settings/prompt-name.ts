import { AGENT_IDS, AGENTS } from "@contracts/agent.ts";

const NAMES: ReadonlyMap<string, string> = new Map([
  ...AGENT_IDS.map((agent): [string, string] => [
    `${AGENTS[agent].logged}_system_prompt`,
    `${AGENTS[agent].name}: instructions`,
  ]),
  ["voice_agent_user_prompt", `${AGENTS.voice.name}: how the note is given`],
]);

/** The visible name of a prompt; the key itself if no agent knows it. */
export function promptName(key: string): string {
  return NAMES.get(key) ?? key;
}
