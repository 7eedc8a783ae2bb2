import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod/mini";
import type { Database, Transaction } from "../../database/database.ts";

const keysSchema = z.array(
  z.object({
    /** The `kid` of its tokens' headers. */
    id: z.string(),
    status: z.enum(["standby", "current", "previous"]),
    privateJwk: z.custom<JWK>(),
    /** Its tokens are accepted until then, in milliseconds since 1970; null for no limit. */
    acceptedUntil: z.nullable(z.number()),
  }),
);
/** One of the keys that sign access tokens, or that have signed some which are still accepted. */
export type SigningKey = z.infer<typeof keysSchema>[number];

/** The name of a rotation in the operator's channel, and the text that asks for a revocation. */
export const ROTATE_KEYS = "rotate-keys";
export const REVOKE = "revoke";

export type SigningKeyStore = ReturnType<typeof databaseKeys>;

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
          select id::text, status, private_jwk as "privateJwk",
                 (extract(epoch from accepted_until) * 1000)::double precision as "acceptedUntil"
          from auth.signing_keys
          where algorithm = 'ES256' and (accepted_until is null or accepted_until > now())
          order by created_at desc, id`),
      );
      return keysSchema.parse(rows);
    },

    /**
     * Makes the first keys where there are none.
     * @param tokenSeconds how long the tokens are good for that this backend signs
     */
    prepare: (tokenSeconds: number) =>
      change(async (tx) => {
        const found = await tx.query("select 1 from auth.signing_keys where status = 'current'");
        if (found.length === 0) {
          await addKey(tx, "current", tokenSeconds);
          await addKey(tx, "standby", tokenSeconds);
        }
        await tx.query(
          `update auth.signing_keys set token_seconds = $1
           where status <> 'previous' and token_seconds < $1`,
          [tokenSeconds],
        );
      }),

    /**
     * Makes the standby key the current one, and a new standby key.
     * @param options.revoke refuses the tokens of all keys that there were, and makes two new keys
     */
    rotate: ({ revoke }: { revoke: boolean }) =>
      change(async (tx) => {
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
          /** The id of the key that signs from now on. */
          current: String(after?.current),
          /** When the last token of the keys before it is refused; null if they all are refused already. */
          acceptedUntil:
            typeof after?.last === "number" ? new Date(after.last).toISOString() : null,
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
