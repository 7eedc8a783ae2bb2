/** How long a used refresh token may be used again, ms; `refresh` describes the rules. */
const REUSE_MS = 10_000;

interface Session {
  personId: string;
  ended: boolean;
  /** The refresh token to be used next, and below it the one that was exchanged for it. */
  active: string;
  parent: string | null;
}

interface Spendable {
  session: Session;
  spentAt: number | null;
}

interface AccessToken {
  session: Session;
  /** Epoch ms. */
  expiresAt: number;
}

/** What the server knows about an access token. */
export interface Bearer {
  personId: string;
  /** The token has not expired; tables check only that. */
  isFresh: boolean;
  /** The session has not ended either; functions ask the auth server about that. */
  isAccepted: boolean;
}

/** Sessions as in Supabase's auth server, with single-use refresh tokens. */
export class ModelSessions {
  /** The server's time, epoch ms. auth-js compares it with `Date.now`. */
  now: () => number = () => Date.now();
  lifetimeSeconds = 3600;
  /** The number of refresh requests, whatever their outcome. */
  refreshes = 0;
  readonly #accessTokens = new Map<string, AccessToken>();
  readonly #refreshTokens = new Map<string, Spendable>();
  #issued = 0;

  /** Begins a session. @returns the session in the form that supabase-js stores */
  signIn(personId: string): string {
    const session = { personId, ended: false, active: "", parent: null };
    this.#rotate(session);
    return JSON.stringify(this.#issue(session));
  }

  bearer(accessToken: string): Bearer | null {
    const token = this.#accessTokens.get(accessToken);
    if (token === undefined) return null;
    const isFresh = this.now() < token.expiresAt;
    return {
      personId: token.session.personId,
      isFresh,
      isAccepted: isFresh && !token.session.ended,
    };
  }

  /** From now on every access token is refused, although it has not expired on any clock. */
  refuseAccessTokens(): void {
    for (const token of this.#accessTokens.values()) token.expiresAt = 0;
  }

  /** Ends every session, as a new password or an administrator does. */
  endAll(): void {
    for (const { session } of this.#refreshTokens.values()) session.ended = true;
  }

  endOf(personId: string): void {
    for (const { session } of this.#refreshTokens.values()) {
      if (session.personId === personId) session.ended = true;
    }
  }

  /**
   * Answers a refresh. A client that uses the parent of the active token again has missed the
   * reply, and gets the active token. Another used token is accepted for ten seconds; after that it
   * ends the session as stolen.
   */
  refresh(refreshToken: string): Response {
    this.refreshes += 1;
    const spendable = this.#refreshTokens.get(refreshToken);
    if (spendable === undefined || spendable.session.ended) {
      return refused("refresh_token_not_found");
    }
    const { session, spentAt } = spendable;
    if (spentAt === null) {
      spendable.spentAt = this.now();
      this.#rotate(session);
    } else if (session.parent !== refreshToken) {
      if (this.now() > spentAt + REUSE_MS) {
        session.ended = true;
        return refused("refresh_token_already_used");
      }
      this.#rotate(session);
    }
    return Response.json(this.#issue(session));
  }

  #rotate(session: Session): void {
    session.parent = session.active === "" ? null : session.active;
    session.active = `refresh-${++this.#issued}`;
    this.#refreshTokens.set(session.active, { session, spentAt: null });
  }

  #issue(session: Session): object {
    const access_token = `access-${++this.#issued}`;
    const expiresAt = this.now() + this.lifetimeSeconds * 1000;
    this.#accessTokens.set(access_token, { session, expiresAt });
    return {
      access_token,
      refresh_token: session.active,
      token_type: "bearer",
      expires_in: this.lifetimeSeconds,
      expires_at: Math.floor(expiresAt / 1000),
      user: { id: session.personId, email: "tech@example.test" },
    };
  }
}

function refused(error_code: string): Response {
  const body = { code: 400, error_code, msg: "Invalid Refresh Token" };
  return Response.json(body, { status: 400 });
}
