import { sql } from "kysely";
import { type Db, firstRow, iso } from "./account-rows.ts";
import { AuthFailure } from "./auth-request.ts";

/**
 * What is limited: a password to sign in, the code of an authenticator app, the current password as a
 * proof, an unknown token, what an external provider gave, and a request to send a mail.
 */
type AttemptKind = "password" | "code" | "proof" | "token" | "external" | "mail";

/** Who makes an attempt, as far as that is known. */
export type Attempter =
  | {
      /** Stable key of the account that the attempt is about. */
      account: string;
      /** A device on which that account signed in before: it is counted apart from strangers. */
      device: string;
    }
  | {
      /** Absent for a guess that is about no account in particular. */
      account?: string;
      device?: undefined;
      /** The network as `clientNetwork` returns it. */
      network: string;
    };

/** All in seconds, except `free`: the number of tries before the first pause. */
type Limit = Record<"free" | "leak" | "pause" | "longest", number>;

const MINUTE = 60;

/** For one account and all unknown devices together: at worst one try in fifteen minutes. */
const account: Limit = { free: 5, leak: 15 * MINUTE, pause: 30, longest: 15 * MINUTE };
/** For one account on one device where it signed in before. */
const device: Limit = { free: 10, leak: 5 * MINUTE, pause: 30, longest: 5 * MINUTE };
/** For one network, which a whole company may share. */
const network: Limit = { free: 30, leak: MINUTE, pause: 5, longest: 5 * MINUTE };
/** For everybody together: in the long run one guess a second, however many networks take part. */
const ALL: Limit = { free: 500, leak: 1, pause: 1, longest: 30 };

/** For mails to one address. */
const mail: Limit = { free: 3, leak: 10 * MINUTE, pause: MINUTE, longest: 15 * MINUTE };

/**
 * Limits attempts per account, per network and for everybody together, with pauses that double. An attempt
 * from a device where the account signed in before is counted for that device only, so that no stranger can
 * lock the owner out.
 * @param now milliseconds since 1970
 */
export function attemptLimits(database: Db, now: () => number) {
  return {
    /** Counts an attempt before it is made. @throws AuthFailure 429 when there were too many */
    async take(kind: AttemptKind, by: Attempter) {
      const { mine, shared } = attemptBuckets(kind, by);
      const limits = JSON.stringify({ ...mine, ...shared });
      const counted = sql<{ wait: number }>`
        select auth.take_attempt(${limits}::text::jsonb, ${iso(now())}) as wait`;
      const wait = (await firstRow(database, counted))?.wait ?? 0;
      if (wait > 0) throw tooMany(wait);
      return {
        /** To be called if the attempt was right: then it is not counted. */
        async succeeded(): Promise<void> {
          await sql`
            select auth.return_attempt(${JSON.stringify(shared)}::text::jsonb,
              array(select jsonb_array_elements_text(${JSON.stringify(Object.keys(mine))}::text::jsonb)),
              ${iso(now())})`.execute(database);
        },
      };
    },
  };
}

export function tooMany(seconds: number): AuthFailure {
  return new AuthFailure(429, "over_request_rate_limit", "Request rate limit reached", seconds);
}

type Buckets = Record<string, Limit>;

/** `mine` are the buckets of one account, `shared` those that other accounts count in, too. */
function attemptBuckets(kind: AttemptKind, by: Attempter): { mine: Buckets; shared: Buckets } {
  if (by.device !== undefined) {
    return { mine: { [`${kind} device ${by.account} ${by.device}`]: device }, shared: {} };
  }
  const mine = by.account !== undefined && {
    [`${kind} account ${by.account}`]: kind === "mail" ? mail : account,
  };
  const shared = { [`${kind} network ${by.network}`]: network, [`${kind} all`]: ALL };
  return { mine: { ...mine }, shared };
}
