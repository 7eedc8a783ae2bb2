import { z } from "zod/mini";
import { AGENT_IDS, AGENTS } from "./agent.ts";

/** Agents as `detailed_agent_logs` and its analytics name them. */
export const loggedAgentSchema = z.enum(AGENT_IDS.map((id) => AGENTS[id].logged));
