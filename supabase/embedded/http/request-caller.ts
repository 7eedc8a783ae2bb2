import { verify } from "hono/jwt";
import { networkOf } from "../auth/network-of.ts";
import type { Secrets } from "../setup/secrets.ts";

/**
 * Who sends a request, as far as the request itself shows; what they may do is decided elsewhere.
 */
export interface RequestCaller {
  /** The server itself has the secret key, a person a valid token; anybody else is a visitor. */
  kind: "server" | "person" | "visitor";
  /** Unique to the caller: a person's id, or a visitor's network. */
  name: string;
  /** A person's id; empty for others. */
  id: string;
  /** Whether the request has one of the two keys. */
  hasKey: boolean;
  /** Whether the request has a token that is forged, expired or no token at all. */
  hasBadToken: boolean;
}

/** Tells who sends a request by keys and signatures alone, before any of its body is read. */
export function createCallerReader(
  secrets: Secrets,
): (request: Request, clientAddress: string) => Promise<RequestCaller> {
  const { publishableKey, secretKey } = secrets;

  async function personOf(token: string): Promise<string | undefined> {
    try {
      const { sub } = await verify(token, secrets.jwtSecret, { alg: "HS256", iat: false });
      return typeof sub === "string" ? sub : undefined;
    } catch {
      return undefined;
    }
  }

  return async ({ headers, url }, clientAddress) => {
    const key = headers.get("apikey") ?? new URL(url).searchParams.get("apikey");
    const hasKey = key === publishableKey || key === secretKey;
    const [, token = null] = /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "") ?? [];
    // supabase-js sends its key as the token when nobody is signed in.
    const isToken = token !== null && token !== key && !token.startsWith("sb_");
    const person = isToken ? await personOf(token) : undefined;
    if (person !== undefined) {
      return { kind: "person", name: `person ${person}`, id: person, hasKey, hasBadToken: false };
    }
    const isServer = key === secretKey && !isToken;
    return {
      kind: isServer ? "server" : "visitor",
      id: "",
      name: isServer ? "server" : `network ${networkOf(clientAddress)}`,
      hasKey,
      hasBadToken: isToken,
    };
  };
}
