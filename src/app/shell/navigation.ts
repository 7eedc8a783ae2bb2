import { AGENT_IDS, AGENTS, type Agent, agentPage } from "@contracts/agent.ts";
import type { Role } from "@contracts/role.ts";
import { Clock3, House, type LucideIcon, Settings, ShieldCheck } from "lucide-react";
import { AGENT_ICONS } from "#ui/agent-icons.ts";

export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
}

const HOME: Destination = { to: "/dashboard", label: "Home", icon: House };

/** The side menu, in order. */
export const MENU: readonly Destination[] = [
  HOME,
  ...AGENT_IDS.map((agent) => toAgent(agent, AGENTS[agent].name)),
  { to: "/history", label: "History", icon: Clock3 },
  { to: "/settings", label: "Settings", icon: Settings },
];

const ADMIN: Destination = { to: "/admin", label: "Admin", icon: ShieldCheck };

/** The side menu for a role: administrators also get the admin page. */
export function sideMenu(role: Role): readonly Destination[] {
  return role === "field_tech" ? MENU : [...MENU, ADMIN];
}

const OUTSIDE: readonly Destination[] = [
  HOME,
  ...AGENT_IDS.filter((agent) => AGENTS[agent].atHome).map((agent) =>
    toAgent(agent, AGENTS[agent].name.replace(" Agent", "")),
  ),
];

function toAgent(agent: Agent, label: string): Destination {
  return { to: agentPage(agent), label, icon: AGENT_ICONS[agent] };
}

/** The bottom bar of a page. An agent's page offers the home page and that agent's history. */
export function bottomBar(pathname: string): readonly Destination[] {
  const inside = AGENT_IDS.find((agent) => agentPage(agent) === pathname);
  if (inside === undefined) return OUTSIDE;
  return [HOME, { to: `/history?agent=${inside}`, label: "History", icon: Clock3 }];
}
