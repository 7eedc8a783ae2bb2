import { Clock3, House, type LucideIcon, Mic } from "lucide-react";

export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The side menu, in order. */
export const MENU: readonly Destination[] = [
  { to: "/dashboard", label: "Home", icon: House },
  { to: "/voice-agent", label: "Voice Agent", icon: Mic },
  { to: "/history", label: "History", icon: Clock3 },
];

const OUTSIDE: readonly Destination[] = [
  { to: "/dashboard", label: "Home", icon: House },
  { to: "/voice-agent", label: "Voice", icon: Mic },
  { to: "/history", label: "History", icon: Clock3 },
];

/** What the bottom bar offers on a page: inside an agent's, the way home and that agent's history. */
export function bottomBar(pathname: string): readonly Destination[] {
  const agent = /^\/(voice)-agent$/.exec(pathname)?.[1];
  if (agent === undefined) return OUTSIDE;
  return [
    { to: "/dashboard", label: "Home", icon: House },
    { to: `/history?agent=${agent}`, label: "History", icon: Clock3 },
  ];
}
