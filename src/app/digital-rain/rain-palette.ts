import type { Role } from "@contracts/role.ts";
import type { Theme } from "#preferences/device-preferences.ts";
import { TRAIL_STEPS } from "./rain-field.ts";

/** A colour to paint over the page: `#rrggbb`, and its opacity from 0 to 1. */
export interface RainInk {
  color: string;
  opacity: number;
}

/**
 * The head of a drop, and the first cell behind it, from which the others fade out. As strong as AA
 * contrast of text over any cell allows: therefore deep green on the light page.
 */
const DROPS: Readonly<Record<Theme, Readonly<Record<Role, readonly [RainInk, RainInk]>>>> = {
  dark: {
    field_tech: [ink("#ffffff", 0.2), ink("#3dd488", 0.26)],
    admin: [ink("#ffe680", 0.22), ink("#ffd43b", 0.22)],
    super_admin: [ink("#ff8a8a", 0.3), ink("#ff4d4d", 0.36)],
  },
  light: {
    field_tech: [ink("#07492a", 0.13), ink("#149a5a", 0.18)],
    admin: [ink("#c99a00", 0.28), ink("#e0b000", 0.34)],
    super_admin: [ink("#b3261e", 0.15), ink("#e03131", 0.16)],
  },
};

function ink(color: string, opacity: number): RainInk {
  return { color, opacity };
}

/** The colours of a drop by step: its head, then the trail, which fades to a fifth. */
export function rainPalette(role: Role, theme: Theme): readonly RainInk[] {
  const [head, trail] = DROPS[theme][role];
  const fading = Array.from({ length: TRAIL_STEPS }, (_, step) =>
    ink(trail.color, trail.opacity * (1 - step / TRAIL_STEPS)),
  );
  return [head, ...fading];
}
