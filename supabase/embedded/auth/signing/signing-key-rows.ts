import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod/mini";
import type { Database, Transaction } from "../../database/database.ts";

/** One of the keys that sign access tokens, or that have signed some which are still accepted. */
export interface SigningKey {
  /** The `kid` of its tokens' headers. */
  id: string;
  /** HS256 is the deployment's secret, by which tokens were signed before there were other keys. */
  algorithm: "ES256" | "HS256";
  status: "standby" | "current" | "previous";
  /** Null for the secret. */
  privateJwk: JWK | null;
  /** Its tokens are accepted until then, in milliseconds since 1970; null for no limit. */
  acceptedUntil: number | null;
}

/** The name of a rotation in the operator's channel, and the text that asks for a revocation. */
export const ROTATE_KEYS = "rotate-keys";
export const REVOKE = "revoke";

/** What a rotation has done. */
interface Rotation {
  /** The id of the key that signs from now on. */
  current: string;
  /** When the last token of the keys before it is refused; null if they all are refused already. */
  acceptedUntil: Date | null;
}

export type SigningKeyStore = ReturnType<typeof databaseKeys>;

const rowSchema = z.object({
  id: z.string(),
  algorithm: z.enum(["ES256", "HS256"]),
  status: z.enum(["standby", "current", "previous"]),
  private_jwk: z.nullable(z.string()),
  accepted_until: z.nullable(z.number()),
});

/** Stores the keys in the database, so that a backup contains them. */
export function databaseKeys(database: Pick<Database, "transaction">) {
  const change = <T>(work: (tx: Transaction) => Promise<T>) =>
    database.transaction(async (tx) => {
      await tx.query("delete from auth.signing_keys where accepted_until <= now()");
      return await work(tx);
    });

  return {
    async read(): Promise<SigningKey[]> {
      const rows = await database.transaction((tx) =>
        tx.query(`
          select id::text, algorithm, status, private_jwk::text,
                 (extract(epoch from accepted_until) * 1000)::double precision as accepted_until
          from auth.signing_keys where accepted_until is null or accepted_until > now()
          order by created_at desc, id`),
      );
      return z.array(rowSchema).parse(rows).map(toSigningKey);
    },

    /**
     * Makes the first keys where there are none. Where people have signed in before that, the tokens
     * which they have are accepted until they expire.
     * @param tokenSeconds how long the tokens are good for that this backend signs
     */
    prepare: (tokenSeconds: number) =>
      change(async (tx) => {
        const [found] = await tx.query(`
          select exists (select from auth.signing_keys where status = 'current') as has_keys,
                 exists (select from auth.sessions) as has_sessions`);
        if (found?.has_keys !== true) {
          await addKey(tx, "current", tokenSeconds);
          await addKey(tx, "standby", tokenSeconds);
        }
        if (found?.has_keys !== true && found?.has_sessions === true) {
          await tx.query(
            `insert into auth.signing_keys (id, algorithm, status, token_seconds, accepted_until)
             values ($1, 'HS256', 'previous', $2::integer, now() + make_interval(secs => $2::integer))`,
            [randomUUID(), tokenSeconds],
          );
        }
        await tx.query(
          `update auth.signing_keys set token_seconds = $1
           where status <> 'previous' and token_seconds < $1`,
          [tokenSeconds],
        );
      }),

    /**
     * Makes the standby key the current one, and a new standby key. Tokens of the previous key are
     * accepted until they expire.
     * @param options.revoke refuses the tokens of all keys that there were, and makes two new keys
     */
    rotate: ({ revoke }: { revoke: boolean }) =>
      change(async (tx): Promise<Rotation> => {
        const [before] = await tx.query(
          "select max(token_seconds) as seconds from auth.signing_keys where status = 'current'",
        );
        if (typeof before?.seconds !== "number") throw new Error("There are no signing keys yet");
        if (revoke) {
          await tx.query("delete from auth.signing_keys");
          await addKey(tx, "current", before.seconds);
        } else {
          await tx.query(
            `update auth.signing_keys set status = 'previous',
               accepted_until = now() + make_interval(secs => token_seconds)
             where status = 'current'`,
          );
          await tx.query(
            "update auth.signing_keys set status = 'current' where status = 'standby'",
          );
        }
        await addKey(tx, "standby", before.seconds);
        const [after] = await tx.query(`
          select (select id::text from auth.signing_keys where status = 'current') as current,
                 (extract(epoch from max(accepted_until)) * 1000)::double precision as last
          from auth.signing_keys`);
        return {
          current: String(after?.current),
          acceptedUntil: typeof after?.last === "number" ? new Date(after.last) : null,
        };
      }),
  };
}

async function addKey(
  tx: Transaction,
  status: "current" | "standby",
  tokenSeconds: number,
): Promise<void> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  await tx.query(
    `insert into auth.signing_keys (id, algorithm, status, private_jwk, token_seconds)
     values ($1, 'ES256', $2, $3::jsonb, $4)`,
    [randomUUID(), status, JSON.stringify(await exportJWK(privateKey)), tokenSeconds],
  );
}

function toSigningKey(row: z.infer<typeof rowSchema>): SigningKey {
  const { id, algorithm, status, private_jwk, accepted_until } = row;
  return {
    ...{ id, algorithm, status, acceptedUntil: accepted_until },
    privateJwk: private_jwk === null ? null : (JSON.parse(private_jwk) as JWK),
  };
}
