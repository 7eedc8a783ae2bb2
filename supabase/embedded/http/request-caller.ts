import { verify } from "hono/jwt";
import { networkOf } from "../auth/network-of.ts";
import type { Secrets } from "../setup/secrets.ts";

/** Who sends a request, as far as it shows by itself; whether they may is for others to say. */
export interface RequestCaller {
  /** The server itself, by the secret key; a person, by a token that is right; anybody else. */
  kind: "server" | "person" | "visitor";
  /** What they share with no other caller: a person's id, or for visitors their network. */
  name: string;
  /** Brings one of the two keys. */
  hasKey: boolean;
  /** Brings a token that is forged, expired or none at all. */
  hasBadToken: boolean;
}

/** Tells by keys and signatures alone who sends a request, before any of its body is read. */
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
    // supabase-js sends its key as the token of whoever is signed out.
    const isToken = token !== null && token !== key && !token.startsWith("sb_");
    const person = isToken ? await personOf(token) : undefined;
    if (person !== undefined) {
      return { kind: "person", name: `person ${person}`, hasKey, hasBadToken: false };
    }
    const isServer = key === secretKey && !isToken;
    return {
      kind: isServer ? "server" : "visitor",
      name: isServer ? "server" : `network ${networkOf(clientAddress)}`,
      hasKey,
      hasBadToken: isToken,
    };
  };
}
