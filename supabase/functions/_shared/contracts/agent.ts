import { z } from "zod/mini";

/** The properties of an agent that the app and the server need. */
interface AgentRow {
  /** Its name for people. */
  name: string;
  /** What it does, as its card says it. */
  does: string;
  /** Its name in detailed logs, `allowed_agents`, prompt keys and its table of conversations. */
  logged: `${string}_agent`;
  /** The column of `profiles` that lets a person use it; null: everybody in a company may. */
  permission: `can_use_${string}_agent` | null;
  /** Whether it answers questions from the documents of the person's company. */
  answersQuestions: boolean;
  /** Which files it may use: those opened to it, or all of the company. */
  files: "opened" | "all";
  /** Whether the home page and the bottom bar link to it. */
  atHome: boolean;
}

/** Every agent by its id in `agent_logs` and in page addresses, in the order of the menu. */
export const AGENTS = {
  voice: {
    name: "Voice Agent",
    does: "Record voice → AI summary",
    logged: "voice_agent",
    permission: "can_use_voice_agent",
    answersQuestions: false,
    files: "opened",
    atHome: true,
  },
  snap: {
    name: "Snap Agent",
    does: "Take photo → AI diagnosis",
    logged: "snap_agent",
    permission: "can_use_snap_agent",
    answersQuestions: false,
    files: "opened",
    atHome: true,
  },
  label: {
    name: "Label Agent",
    does: "Ask questions → Knowledge answers",
    logged: "label_agent",
    permission: "can_use_label_agent",
    answersQuestions: true,
    files: "opened",
    atHome: true,
  },
  ask: {
    name: "Ask Agent",
    does: "Ask about company documents → Answers",
    logged: "ask_agent",
    permission: null,
    answersQuestions: true,
    files: "all",
    atHome: false,
  },
} as const satisfies Record<string, AgentRow>;

type Agents = typeof AGENTS;
export type Agent = keyof Agents;
/** The agents whose row in `AGENTS` matches `Terms`. */
export type AgentWith<Terms> = { [Id in Agent]: Agents[Id] extends Terms ? Id : never }[Agent];

export const AGENT_IDS = Object.keys(AGENTS) as Agent[];
export const agentSchema = z.enum(AGENT_IDS);

export type LoggedAgent = Agents[Agent]["logged"];

/** The address of an agent's page in the app. */
export function agentPage(agent: Agent): `/${Agent}-agent` {
  return `/${agent}-agent`;
}

export const inputTypeSchema = z.enum(["text", "voice", "image"]);

/** Agents as `detailed_agent_logs` and its analytics name them. */
export const loggedAgentSchema = z.enum(AGENT_IDS.map((id) => AGENTS[id].logged));

/** A column of `profiles` that lets a person use an agent. */
export type Permission = NonNullable<(typeof AGENTS)[Agent]["permission"]>;

/** A record of all permissions, each with the value that `valueFor` gives it. */
export function permissions<T>(valueFor: (permission: Permission) => T): Record<Permission, T> {
  const columns = AGENT_IDS.flatMap((id) => AGENTS[id].permission ?? []);
  return Object.fromEntries(columns.map((each) => [each, valueFor(each)])) as Record<Permission, T>;
}
