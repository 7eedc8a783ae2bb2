import {
  POSTGREST_CLAIMS_INVALID,
  POSTGREST_TOKEN_INVALID,
} from "#supabase/functions/_shared/contracts/database-code.ts";
import { AuthFailure } from "../auth/auth-request.ts";
import type { AccessTokens, TokenFinding } from "../auth/signing/access-tokens.ts";
import { clientNetwork } from "./network-address.ts";
import { restWording, storageWording } from "./refusal-wording.ts";

/** Who sends a request, as far as the request itself shows; what they may do is decided elsewhere. */
export interface RequestCaller {
  /**
   * The server itself has the secret key, a person a valid token, a company's own system the token with
   * which it sends jobs; anybody else is a visitor.
   */
  kind: "server" | "person" | "system" | "visitor";
  /** Unique to the caller: a person's or company's id, or a visitor's network. */
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

/** The routes of Auth that act for the person of a token. All others do without one. */
const ACTS_FOR_PERSON = /^\/auth\/v1\/(user|factors|logout)(\/|$)/;

/**
 * Gives a request for @supabase/lite an internal token in the place of one that was verified, and refuses
 * others in the words of the interface which is asked.
 */
export function exchangeToken(
  request: Request,
  { token, hasKey }: RequestCaller,
): Request | Response {
  const { pathname, searchParams } = new URL(request.url);
  // Its only caller is the server itself, by the secret key.
  if (pathname.startsWith("/auth/v1/admin/")) return request;
  if (token?.kind === "valid") return withAuthorization(request, `Bearer ${token.internal}`);
  // Keys are in the header `apikey`, too, where @supabase/lite reads them.
  if (token === undefined || !hasKey) return withAuthorization(request, null);
  const isExpired = token.kind === "expired";
  const message = isExpired ? "JWT expired" : "Invalid JWT signature";
  if (pathname.startsWith("/rest/v1/")) {
    const body = isExpired
      ? restWording(401, POSTGREST_CLAIMS_INVALID, message)
      : restWording(401, POSTGREST_TOKEN_INVALID, "No suitable key or wrong key type");
    return Response.json(body, { status: 401 });
  }
  if (pathname.startsWith("/storage/v1/")) {
    return Response.json(storageWording(401, "InvalidJWT", message), { status: 401 });
  }
  if (ACTS_FOR_PERSON.test(pathname) || searchParams.get("grant_type") === "id_token") {
    return new AuthFailure(403, "bad_jwt", message).reply();
  }
  return withAuthorization(request, null);
}

/** The request with that header, or without one. */
export function withAuthorization(request: Request, value: string | null): Request {
  if (value === request.headers.get("authorization")) return request;
  const headers = new Headers(request.headers);
  if (value === null) headers.delete("authorization");
  else headers.set("authorization", value);
  return new Request(request, { headers });
}
