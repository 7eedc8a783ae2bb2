import { z } from "zod/mini";

const claimsSchema = z.object({
  aal: z.optional(z.string()),
  amr: z.optional(z.array(z.object({ method: z.string() }))),
});

/** How strongly the session of an access token is authenticated. Auth has verified the token. */
export function levelOf(token: string): string | undefined {
  return claimsOf(token).aal;
}

/** The ways in which the person of an access token has authenticated. Auth has verified the token. */
export function methodsOf(token: string): string[] {
  return claimsOf(token).amr?.map(({ method }) => method) ?? [];
}

function claimsOf(token: string): z.infer<typeof claimsSchema> {
  const [, payload = ""] = token.split(".");
  const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  return claimsSchema.parse(JSON.parse(text));
}
