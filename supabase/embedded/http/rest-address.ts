import type { MiddlewareHandler } from "hono";
import { POSTGREST_PARSING_ERROR } from "#supabase/functions/_shared/contracts/database-code.ts";
import { restWording } from "./admission-control.ts";

/** How deep brackets lie in each other in what anybody has a use for. */
const DEEPEST = 6;

/**
 * Refuses addresses of REST whose conditions or embedded tables lie in each other without an end:
 * reading them alone takes time.
 */
export const checkRestAddress: MiddlewareHandler = async (c, next) => {
  for (const value of new URL(c.req.url).searchParams.values()) {
    if (depthOf(value) > DEEPEST) {
      return c.json(
        restWording(400, POSTGREST_PARSING_ERROR, "The conditions are nested too deeply"),
        400,
      );
    }
  }
  return await next();
};

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if (character === "(") most = Math.max(most, ++depth);
    else if (character === ")") depth = Math.max(0, depth - 1);
  }
  return most;
}
