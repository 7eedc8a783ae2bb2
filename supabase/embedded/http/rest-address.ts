import type { MiddlewareHandler } from "hono";
import { POSTGREST_PARSING_ERROR } from "#supabase/functions/_shared/contracts/database-code.ts";
import { restWording } from "./refusal-wording.ts";

/** Deepest nesting of brackets that a real request can need. */
const DEEPEST = 6;

/**
 * Refuses REST addresses whose conditions or embedded tables are nested too deeply: even parsing
 * them takes time.
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
