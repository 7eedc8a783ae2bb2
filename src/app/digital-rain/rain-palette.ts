import type { Role } from "@contracts/role.ts";
import type { Theme } from "#preferences/device-preferences.ts";
import { TRAIL_STEPS } from "./rain-field.ts";

/** A colour to paint over the page: `#rrggbb`, and its opacity from 0 to 1. */
export interface RainInk {
  color: string;
  opacity: number;
}

interface Drop {
  head: RainInk;
  /** The colour of the first cell behind the head; the other cells fade out from it. */
  trail: RainInk;
}

/** As strong as AA contrast of text over any cell allows: therefore deep green on the light page. */
const DROPS: Readonly<Record<Theme, Readonly<Record<Role, Drop>>>> = {
  dark: {
    field_tech: {
      head: { color: "#ffffff", opacity: 0.2 },
      trail: { color: "#3dd488", opacity: 0.26 },
    },
    admin: {
      head: { color: "#ffe680", opacity: 0.22 },
      trail: { color: "#ffd43b", opacity: 0.22 },
    },
    super_admin: {
      head: { color: "#ff8a8a", opacity: 0.3 },
      trail: { color: "#ff4d4d", opacity: 0.36 },
    },
  },
  light: {
    field_tech: {
      head: { color: "#07492a", opacity: 0.13 },
      trail: { color: "#149a5a", opacity: 0.18 },
    },
    admin: {
      head: { color: "#c99a00", opacity: 0.28 },
      trail: { color: "#e0b000", opacity: 0.34 },
    },
    super_admin: {
      head: { color: "#b3261e", opacity: 0.15 },
      trail: { color: "#e03131", opacity: 0.16 },
    },
  },
};

/** The colours of a drop by step: its head, then the trail, which fades to a fifth. */
export function rainPalette(role: Role, theme: Theme): readonly RainInk[] {
  const { head, trail } = DROPS[theme][role];
  const fading = Array.from({ length: TRAIL_STEPS }, (_, step) => ({
    color: trail.color,
    opacity: trail.opacity * (1 - step / TRAIL_STEPS),
  }));
  return [head, ...fading];
}
