import type { Agent } from "@contracts/agent.ts";
import { Camera, type LucideIcon, MessagesSquare, Mic, Tag } from "lucide-react";

/** The icon of each agent. */
export const AGENT_ICONS: Readonly<Record<Agent, LucideIcon>> = {
  voice: Mic,
  snap: Camera,
  label: Tag,
  ask: MessagesSquare,
};
