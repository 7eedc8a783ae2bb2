import {
  POSTGREST_CLAIMS_INVALID,
  POSTGREST_TOKEN_INVALID,
} from "#supabase/functions/_shared/contracts/database-code.ts";
import { AuthFailure } from "../auth/auth-failure.ts";
import type { TokenFinding } from "../auth/signing/access-tokens.ts";
import { restWording, storageWording } from "./refusal-wording.ts";
import type { RequestCaller } from "./request-caller.ts";

type BadToken = Exclude<TokenFinding, { kind: "valid" }>;

/** The routes of Auth that act for the person of a token. All others do without one. */
const ACTS_FOR_PERSON = /^\/auth\/v1\/(user|factors|logout)(\/|$)/;

/**
 * Prepares a request for @supabase/lite, which could not verify the tokens that people have: gives it
 * an internal token in the place of one that was verified, and refuses others in the words of the
 * interface which is asked.
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
  if (pathname.startsWith("/rest/v1/")) return restRefusal(token);
  if (pathname.startsWith("/storage/v1/")) {
    return Response.json(storageWording(401, "InvalidJWT", wordsFor(token)), { status: 401 });
  }
  if (ACTS_FOR_PERSON.test(pathname) || searchParams.get("grant_type") === "id_token") {
    return new AuthFailure(403, "bad_jwt", wordsFor(token)).reply();
  }
  return withAuthorization(request, null);
}

function wordsFor({ kind }: BadToken): string {
  return kind === "expired" ? "JWT expired" : "Invalid JWT signature";
}

function restRefusal({ kind }: BadToken): Response {
  const body =
    kind === "expired"
      ? restWording(401, POSTGREST_CLAIMS_INVALID, "JWT expired")
      : restWording(401, POSTGREST_TOKEN_INVALID, "No suitable key or wrong key type");
  return Response.json(body, { status: 401 });
}

/** The request with that header, or without one. */
export function withAuthorization(request: Request, value: string | null): Request {
  if (value === request.headers.get("authorization")) return request;
  const headers = new Headers(request.headers);
  if (value === null) headers.delete("authorization");
  else headers.set("authorization", value);
  return new Request(request, { headers });
}
