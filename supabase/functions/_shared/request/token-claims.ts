import { z } from "zod/mini";

const claimsSchema = z.object({
  aal: z.optional(z.string()),
  amr: z.optional(z.array(z.object({ method: z.string() }))),
});

/** How strongly the session of an access token is authenticated. Auth has verified the token. */
export function levelOf(token: string): string | undefined {
  return claimsSchema.parse(claimsOf(token)).aal;
}

/** The ways in which the person of an access token has authenticated. Auth has verified the token. */
export function methodsOf(token: string): string[] {
  return claimsSchema.parse(claimsOf(token)).amr?.map(({ method }) => method) ?? [];
}

/** The claims of an access token that Auth has verified. */
export function claimsOf(token: string): unknown {
  const [, payload = ""] = token.split(".");
  const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(text);
}
