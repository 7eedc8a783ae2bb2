import { createHash } from "node:crypto";
import { personRow } from "../rows.ts";

/** A second factor, with its type as the server names it. */
export interface ModelFactor {
  id: string;
  factor_type: string;
  status: "verified" | "unverified";
  phone?: string;
}

const APP: ModelFactor = { id: "app", factor_type: "totp", status: "verified" };

export interface ModelPerson {
  id: string;
  email: string;
  password: string;
  suspended: boolean;
  role: "field_tech" | "admin" | "super_admin";
  companyId: string | null;
  /** The valid code of a verified factor, shown by an app or sent to a phone; null without one. */
  code: string | null;
  /** The person's second factors, if `code` is set. */
  factors: ModelFactor[];
  /** Until when the password is a temporary one (ISO 8601); null when it is their own. */
  temporaryPasswordUntil: string | null;
}

/** Answers instead of the server; throwing simulates a failed network. Null: the server answers. */
export type Interference = (
  method: string,
  path: string,
) => Promise<Response | null> | Response | null;

/**
 * A model of the auth server and of the two tables that hold a person's profile and role, reduced
 * to what a session needs, in Supabase's wire format.
 */
export class ModelAuthServer {
  readonly people: ModelPerson[] = [];
  /** "METHOD /path?query" of every request that arrived. */
  readonly requests: string[] = [];
  interfere: Interference = () => null;
  external: Record<string, boolean> = { email: true, google: false };
  expiresInSeconds = 3600;
  readonly #refreshTokens = new Map<string, { person: ModelPerson; level: string }>();
  readonly #codes = new Map<string, { person: ModelPerson; challenge: string }>();
  readonly #mailed = new Map<string, ModelPerson>();
  #issued = 0;

  add(person: Partial<ModelPerson> & { email: string }): ModelPerson {
    const added = {
      id: crypto.randomUUID(),
      password: "secret",
      suspended: false,
      role: "field_tech" as const,
      companyId: null,
      code: null,
      factors: [APP],
      temporaryPasswordUntil: null,
      ...person,
    };
    this.people.push(added);
    return added;
  }

  /** A session as the server sends it. */
  session(person: ModelPerson, level = "aal1", expiresInSeconds = this.expiresInSeconds) {
    const expiresAt = Math.floor(Date.now() / 1000) + expiresInSeconds;
    const refreshToken = `refresh-${++this.#issued}`;
    this.#refreshTokens.set(refreshToken, { person, level });
    const claims = { sub: person.id, aal: level, exp: expiresAt, n: this.#issued };
    return {
      access_token: [{ alg: "HS256", typ: "JWT" }, claims, "signature"].map(encode).join("."),
      refresh_token: refreshToken,
      token_type: "bearer",
      expires_in: expiresInSeconds,
      expires_at: expiresAt,
      user: user(person),
    };
  }

  /** The code with which a person comes back from an external provider. */
  code(person: ModelPerson, challenge: string): string {
    const code = `code-${++this.#issued}`;
    this.#codes.set(code, { person, challenge });
    return code;
  }

  /** The token of a link that is mailed to a person; it works once. */
  mailedToken(person: ModelPerson): string {
    const token = `mailed-${++this.#issued}`;
    this.#mailed.set(token, person);
    return token;
  }

  /** Deletes an account and its sessions; access tokens stay valid until they expire. */
  delete(person: ModelPerson): void {
    this.people.splice(this.people.indexOf(person), 1);
    for (const [token, held] of this.#refreshTokens) {
      if (held.person === person) this.#refreshTokens.delete(token);
    }
  }

  revokeAll(): void {
    this.#refreshTokens.clear();
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search, searchParams } = new URL(request.url);
    const path = pathname + search;
    this.requests.push(`${request.method} ${path}`);
    const instead = await this.interfere(request.method, path);
    if (instead !== null) return instead;
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, string>;
    if (pathname === "/auth/v1/settings") return Response.json({ external: this.external });
    if (pathname === "/auth/v1/recover") return Response.json({});
    if (pathname === "/auth/v1/verify") {
      const person = this.#mailed.get(body.token_hash ?? "");
      this.#mailed.delete(body.token_hash ?? "");
      return person ? Response.json(this.session(person)) : refusal(403, "otp_expired");
    }
    if (pathname === "/auth/v1/token") {
      switch (searchParams.get("grant_type")) {
        case "password":
          return this.#signIn(body);
        case "pkce":
          return this.#exchange(body);
        default:
          return this.#refresh(body);
      }
    }
    const caller = this.#callerOf(request);
    if (caller === null) return refusal(401, "bad_jwt");
    if (caller === "deleted") {
      return pathname.startsWith("/rest/") ? Response.json([]) : refusal(403, "user_not_found");
    }
    if (pathname === "/auth/v1/logout") return new Response(null, { status: 204 });
    if (pathname === "/auth/v1/user") {
      if (request.method === "PUT" && body.password !== undefined) {
        if (caller.temporaryPasswordUntil !== null && body.current_password !== caller.password) {
          return refusal(400, "current_password_required");
        }
        caller.password = body.password;
        caller.temporaryPasswordUntil = null;
      }
      return Response.json(user(caller));
    }
    if (pathname.endsWith("/challenge")) return Response.json({ id: pathname, type: "totp" });
    if (pathname.endsWith("/verify")) {
      const isOfChallenge = body.challenge_id === pathname.replace("/verify", "/challenge");
      return isOfChallenge && body.code === caller.code
        ? Response.json(this.session(caller, "aal2"))
        : refusal(422, "mfa_verification_failed");
    }
    if (pathname === "/rest/v1/user_roles") return Response.json([{ role: caller.role }]);
    const isHidden = caller.suspended || caller.temporaryPasswordUntil !== null;
    return Response.json(isHidden ? [] : [profile(caller)]);
  };

  #signIn(body: Record<string, string>): Response {
    const person = this.people.find(
      ({ email, password }) => email === body.email && password === body.password,
    );
    return person ? Response.json(this.session(person)) : refusal(400, "invalid_credentials");
  }

  #exchange(body: Record<string, string>): Response {
    const begun = this.#codes.get(body.auth_code ?? "");
    this.#codes.delete(body.auth_code ?? "");
    if (begun === undefined) return refusal(404, "flow_state_not_found");
    const shown = createHash("sha256").update(body.code_verifier ?? "");
    if (shown.digest("base64url") !== begun.challenge) return refusal(400, "bad_code_verifier");
    return begun.person.suspended
      ? refusal(400, "user_banned")
      : Response.json(this.session(begun.person));
  }

  #refresh(body: Record<string, string>): Response {
    const held = this.#refreshTokens.get(body.refresh_token ?? "");
    if (held === undefined) return refusal(400, "refresh_token_not_found");
    this.#refreshTokens.delete(body.refresh_token ?? "");
    return Response.json(this.session(held.person, held.level));
  }

  /** The account of the request's token; null without one, or after that of a deleted one. */
  #callerOf(request: Request): ModelPerson | "deleted" | null {
    const [, claims] = request.headers.get("Authorization")?.split(".") ?? [];
    if (claims === undefined) return null;
    const { sub, exp } = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))) as {
      sub: string;
      exp: number;
    };
    const person = this.people.find(({ id }) => id === sub);
    if (person !== undefined) return person;
    return exp * 1000 > Date.now() ? "deleted" : null;
  }
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

function user({ id, email, code, factors, temporaryPasswordUntil: until }: ModelPerson) {
  return {
    ...{ id, email, identities: [], factors: code === null ? [] : factors },
    app_metadata: until === null ? {} : { temporary_password_until: until },
    last_sign_in_at: new Date().toISOString(),
  };
}

function profile({ id, email, companyId: company_id }: ModelPerson) {
  const { role: _, ...row } = personRow({ id, email, company_id, can_use_voice_agent: true });
  return row;
}

function refusal(status: number, code: string): Response {
  return Response.json({ code: status, error_code: code, msg: code }, { status });
}
