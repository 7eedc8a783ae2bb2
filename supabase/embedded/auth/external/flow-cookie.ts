import { createHmac } from "node:crypto";
import { parseSigned, serializeSigned } from "hono/utils/cookie";
import { z } from "zod/mini";

/** A sign-in that a browser has begun, and for which it is at the provider now. */
const flowSchema = z.object({
  provider: z.string(),
  /** Comes back from the provider in the address. */
  state: z.string(),
  /** Comes back in the ID token. */
  nonce: z.string(),
  /** Our own secret of PKCE, for the provider. */
  verifier: z.string(),
  returnTo: z.string(),
  /** What the app's secret of PKCE must fit. */
  challenge: z.string(),
  /** Whose account the provider is to be linked to, and in which session they asked for it. */
  link: z.optional(z.object({ userId: z.string(), sessionId: z.string() })),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type Flow = z.infer<typeof flowSchema>;

/** How long somebody may take at the provider, in milliseconds. */
export const FLOW_LIFE = 10 * 60_000;

/**
 * Keeps a sign-in in the browser that has begun it, signed, so that nobody can end it in another
 * browser, and so that beginning one costs the server nothing.
 * @param secret the deployment's; the cookies' key is derived from it
 */
export function flowCookies(secret: string, options: { https: boolean }) {
  const key = createHmac("sha256", secret).update("external sign-in").digest("base64url");
  // Browsers let no other host of the domain set a cookie with this prefix.
  const name = options.https ? "__Host-external-sign-in" : "external-sign-in";

  const written = (value: string, seconds: number) =>
    serializeSigned(name, value, key, {
      path: "/",
      httpOnly: true,
      // The provider's page leads back to the callback.
      sameSite: "Lax",
      secure: options.https,
      maxAge: seconds,
    });

  return {
    /** The `Set-Cookie` header by which the browser keeps the flow. */
    keep: (flow: Flow) =>
      written(Buffer.from(JSON.stringify(flow)).toString("base64url"), FLOW_LIFE / 1000),
    /** The `Set-Cookie` header that ends it. */
    forget: () => written("", 0),

    /** The flow that the browser has begun and that has not expired; null if there is none. */
    async readFlow(request: Request, now: number): Promise<Flow | null> {
      const value = (await parseSigned(request.headers.get("cookie") ?? "", key, name))[name];
      if (!value) return null;
      const flow = flowSchema.parse(JSON.parse(Buffer.from(value, "base64url").toString()));
      return flow.expiresAt > now ? flow : null;
    },
  };
}
