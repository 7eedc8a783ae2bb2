import { clientNetwork } from "../auth/client-network.ts";
import type { AccessTokens, TokenFinding } from "../auth/signing/access-tokens.ts";

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
  /** What is known of the request's token; undefined if it has none. */
  token: TokenFinding | undefined;
}

/**
 * Tells who sends a request by keys and signatures alone, before any of its body is read. Of all that
 * answer the request, this alone verifies its token.
 */
export function createCallerReader(
  keys: { publishableKey: string; secretKey: string },
  tokens: Pick<AccessTokens, "verify">,
): (request: Request, clientAddress: string) => Promise<RequestCaller> {
  const { publishableKey, secretKey } = keys;

  return async ({ headers, url }, clientAddress) => {
    const key = headers.get("apikey") ?? new URL(url).searchParams.get("apikey");
    const hasKey = key === publishableKey || key === secretKey;
    const [, text = null] = /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "") ?? [];
    // supabase-js sends its key as the token when nobody is signed in.
    const isToken = text !== null && text !== key && !text.startsWith("sb_");
    const token = isToken ? await tokens.verify(text) : undefined;
    if (token?.kind === "valid") {
      return { kind: "person", name: `person ${token.id}`, id: token.id, hasKey, token };
    }
    const isServer = key === secretKey && !isToken;
    return {
      kind: isServer ? "server" : "visitor",
      id: "",
      name: isServer ? "server" : `network ${clientNetwork(clientAddress)}`,
      hasKey,
      token,
    };
  };
}
