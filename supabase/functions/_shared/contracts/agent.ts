import { z } from "zod/mini";

/** Agents as `agent_logs` and URLs name them. */
export const agentSchema = z.enum(["voice", "snap", "label", "ask"]);
export type Agent = z.infer<typeof agentSchema>;

/** Agents as `detailed_agent_logs`, `allowed_agents` and prompt keys name them. */
export const loggedAgentSchema = z.enum(["voice_agent", "snap_agent", "label_agent", "ask_agent"]);
export type LoggedAgent = z.infer<typeof loggedAgentSchema>;

export const inputTypeSchema = z.enum(["text", "voice", "image"]);
