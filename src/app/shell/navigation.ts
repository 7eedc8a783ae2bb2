import type { Role } from "@contracts/person.ts";
import { Clock3, House, type LucideIcon, Settings, ShieldCheck } from "lucide-react";
import { AGENTS } from "#ui/agents.ts";

export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
}

const HOME: Destination = { to: "/dashboard", label: "Home", icon: House };

/** The side menu, in order. */
export const MENU: readonly Destination[] = [
  HOME,
  ...AGENTS.map(({ to, name, icon }) => ({ to, label: name, icon })),
  { to: "/history", label: "History", icon: Clock3 },
  { to: "/settings", label: "Settings", icon: Settings },
];

const ADMIN: Destination = { to: "/admin", label: "Admin", icon: ShieldCheck };

/** The side menu of a person with that role: administrators have a place of their own. */
export function menuOf(role: Role): readonly Destination[] {
  return role === "field_tech" ? MENU : [...MENU, ADMIN];
}

const OUTSIDE: readonly Destination[] = [
  HOME,
  ...AGENTS.filter(({ agent }) => agent !== "ask").map(({ to, name, icon }) => ({
    to,
    label: name.replace(" Agent", ""),
    icon,
  })),
];

/** What the bottom bar offers on a page: inside an agent's, the way home and that agent's history. */
export function bottomBar(pathname: string): readonly Destination[] {
  const inside = AGENTS.find(({ to }) => to === pathname);
  if (inside === undefined) return OUTSIDE;
  return [HOME, { to: `/history?agent=${inside.agent}`, label: "History", icon: Clock3 }];
}
