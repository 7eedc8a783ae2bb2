/** How long a spent refresh token may be spent again, and by whom: see `refresh`. */
const REUSE_MS = 10_000;

interface Session {
  personId: string;
  ended: boolean;
  /** The refresh token to be spent next, and the one it was given for. */
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

/** What a server can tell of an access token. */
export interface Bearer {
  personId: string;
  /** Its time has not come: all that tables look at. */
  isFresh: boolean;
  /** Its session goes on as well: what functions ask the auth server. */
  isAccepted: boolean;
}

/** Sessions as Supabase's auth server keeps them, with single-use refresh tokens. */
export class ModelSessions {
  /** The server's time, epoch ms. auth-js compares it with `Date.now`. */
  now: () => number = () => Date.now();
  lifetimeSeconds = 3600;
  /** Refreshes asked for, whatever came of them. */
  refreshes = 0;
  readonly #accessTokens = new Map<string, AccessToken>();
  readonly #refreshTokens = new Map<string, Spendable>();
  #issued = 0;

  /** Begins a session. @returns it as supabase-js stores it */
  signIn(personId: string): string {
    const session = { personId, ended: false, active: "", parent: null };
    this.#rotate(session);
    return JSON.stringify(this.#issue(session));
  }

  /** Whose an access token is; null when it was never issued. */
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

  /** Every access token is refused from now on, though nobody's clock says so. */
  refuseAccessTokens(): void {
    for (const token of this.#accessTokens.values()) token.expiresAt = 0;
  }

  /** Every session is over, as after a new password or an administrator's word. */
  endAll(): void {
    for (const { session } of this.#refreshTokens.values()) session.ended = true;
  }

  /** Every session of one person is over. */
  endOf(personId: string): void {
    for (const { session } of this.#refreshTokens.values()) {
      if (session.personId === personId) session.ended = true;
    }
  }

  /**
   * Answers a refresh. Who spends the parent of the active token again did not hear the reply, and
   * gets the active one; another spent token is forgiven for ten seconds, and then ends the session
   * as stolen.
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
