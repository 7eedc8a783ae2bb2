import type { startFactorBench } from "./factor-bench.ts";

/** Sign-ins by ID tokens, on a bench that has a person whom a test is about. */
export function idTokenBench({
  about,
  client,
  backend,
}: Awaited<ReturnType<typeof startFactorBench>>) {
  /** What a token says of the person whom a test is about. */
  const mine = () => ({ sub: `sub of ${about().id}`, email: about().email, email_verified: true });

  async function enter(token: string, more: { provider?: string; nonce?: string } = {}) {
    const person = client();
    const { provider = "local", ...rest } = more;
    const { error, data } = await person.auth.signInWithIdToken({ provider, token, ...rest });
    return { person, answer: error === null ? "in" : (error.code ?? error.message), error, data };
  }

  async function providersOf(userId: string): Promise<unknown[]> {
    const rows = await backend.sql(
      "select provider from auth.identities where user_id = $1 order by created_at, id",
      [userId],
    );
    return rows.map(({ provider }) => provider);
  }

  return { mine, enter, providersOf };
}
