import type { Agent } from "@contracts/agent.ts";
import { Camera, type LucideIcon, MessagesSquare, Mic, Tag } from "lucide-react";
import { AGENT_WORDS } from "./agent-words.ts";

export interface AgentProfile {
  agent: Agent;
  /** By the name that people know it by. */
  name: string;
  /** What it does, in the words of its card. */
  does: string;
  to: string;
  icon: LucideIcon;
}

/** The agents, in the order of the menu. */
export const AGENTS: readonly AgentProfile[] = [
  {
    agent: "voice",
    name: AGENT_WORDS.voice,
    does: "Record voice → AI summary",
    to: "/voice-agent",
    icon: Mic,
  },
  {
    agent: "snap",
    name: AGENT_WORDS.snap,
    does: "Take photo → AI diagnosis",
    to: "/snap-agent",
    icon: Camera,
  },
  {
    agent: "label",
    name: AGENT_WORDS.label,
    does: "Ask questions → Knowledge answers",
    to: "/label-agent",
    icon: Tag,
  },
  {
    agent: "ask",
    name: AGENT_WORDS.ask,
    does: "Ask about company documents → Answers",
    to: "/ask-agent",
    icon: MessagesSquare,
  },
];
