import { type Kysely, sql } from "kysely";
import { AuthFailure } from "./auth-failure.ts";

/** What a stranger, or somebody who is not sure to be who they say, may try. */
export type AttemptKind =
  /** A password, to sign in. */
  | "password"
  /** The code of an authenticator app. */
  | "code"
  /** The password that counts now, shown by who is signed in. */
  | "proof"
  /** A link out of a mail, or a refresh token, that nobody was given. */
  | "token"
  /** No guess, but a mail to somebody's address. */
  | "mail";

/** By whom an attempt is made, as far as that is known. */
export type Attempter =
  | {
      /** What is tried to get into, by a key that is always the same. */
      account: string;
      /** A device on which that account signed in before: counted apart from strangers. */
      device: string;
    }
  | {
      /** Absent for a guess that is about no account in particular. */
      account?: string;
      device?: undefined;
      /** As `networkOf` names it. */
      network: string;
    };

/** An attempt that was counted. */
export interface Attempt {
  /** It was right: nothing is held against anybody. */
  succeeded(): Promise<void>;
}

export interface Attempts {
  /** Counts an attempt before it is made. @throws AuthFailure 429 when there were too many */
  take(kind: AttemptKind, by: Attempter): Promise<Attempt>;
}

/** In seconds, but `free`: how many tries there are before the first pause. */
interface Limit {
  free: number;
  leak: number;
  pause: number;
  longest: number;
}

const MINUTE = 60;

/** Of one account, for all strangers together: at its worst a try in fifteen minutes. */
const account: Limit = { free: 5, leak: 15 * MINUTE, pause: 30, longest: 15 * MINUTE };
/** Of one account on one device that it signed in on before. */
const device: Limit = { free: 10, leak: 5 * MINUTE, pause: 30, longest: 5 * MINUTE };
/** Of a network, behind which there can be a whole company. */
const network: Limit = { free: 30, leak: MINUTE, pause: 5, longest: 5 * MINUTE };
/** Of everybody together: a guess a second in the long run, from however many networks. */
const ALL: Limit = { free: 500, leak: 1, pause: 1, longest: 30 };

const ofAccount: Record<AttemptKind, Limit> = {
  password: account,
  code: account,
  proof: account,
  token: account,
  mail: { free: 3, leak: 10 * MINUTE, pause: MINUTE, longest: 15 * MINUTE },
};

/**
 * Limits attempts by code, token and password: for each account, for each network and for all
 * together, with pauses that double. Whoever knows a device that signed in before (the device cookie
 * of OWASP) is counted by it alone, so that no stranger keeps an owner out.
 * @param now milliseconds since 1970
 */
export function attemptLimits(database: Kysely<unknown>, now: () => number): Attempts {
  const iso = () => new Date(now()).toISOString();

  return {
    async take(kind, by) {
      const { mine, shared } = bucketsOf(kind, by);
      const limits = JSON.stringify({ ...mine, ...shared });
      const counted = await sql<{ wait: number }>`
        select auth.take_attempt(${limits}::text::jsonb, ${iso()}) as wait`.execute(database);
      const wait = counted.rows[0]?.wait ?? 0;
      if (wait > 0) throw tooMany(wait);
      return {
        async succeeded() {
          await sql`
            select auth.return_attempt(${JSON.stringify(shared)}::text::jsonb,
              array(select jsonb_array_elements_text(${JSON.stringify(Object.keys(mine))}::text::jsonb)),
              ${iso()})`.execute(database);
        },
      };
    },
  };
}

export function tooMany(seconds: number): AuthFailure {
  return new AuthFailure(429, "over_request_rate_limit", "Request rate limit reached", seconds);
}

type Buckets = Record<string, Limit>;

/** Those that are about one account, and those that it shares with others. */
function bucketsOf(kind: AttemptKind, by: Attempter): { mine: Buckets; shared: Buckets } {
  if (by.device !== undefined) {
    return { mine: { [`${kind} device ${by.account} ${by.device}`]: device }, shared: {} };
  }
  const { account: tried, network: from } = by;
  return {
    mine: tried === undefined ? {} : { [`${kind} account ${tried}`]: ofAccount[kind] },
    shared: { [`${kind} network ${from}`]: network, [`${kind} all`]: ALL },
  };
}
