import type { SupabaseClient } from "@supabase/supabase-js";
import type { Outcome } from "../outcome.ts";
import { ok, refused } from "./auth-outcome.ts";
import { openPhoneCodes } from "./phone-codes.ts";
import type { Factor } from "./second-factor.ts";
import { type KeyFailure, showKey } from "./security-key.ts";

/**
 * An authenticator app that is being added. It becomes a factor once the person enters a correct
 * code.
 */
export interface NewApp {
  id: string;
  /** SVG source. */
  qrCode: string;
  secret: string;
}

/** The second factors of the signed-in person: adding, verifying and removing them. */
export function openOwnFactors(client: SupabaseClient) {
  const { mfa } = client.auth;
  const phoneCodes = openPhoneCodes(client);

  /** Removes factors that were begun and never finished, so that their names are free. */
  async function clearUnfinished(): Promise<Outcome<null>> {
    const { data, error } = await client.auth.getUser();
    if (error !== null) return refused(error);
    for (const { id, status } of data.user.factors ?? []) {
      if (status === "unverified") await mfa.unenroll({ factorId: id });
    }
    return ok(null);
  }

  return {
    /** Begins to add an authenticator app. */
    async beginApp(name: string, issuer: string): Promise<Outcome<NewApp>> {
      const cleared = await clearUnfinished();
      if (cleared.kind !== "ok") return cleared;
      const { data, error } = await mfa.enroll({
        factorType: "totp",
        friendlyName: name,
        issuer,
      });
      if (error !== null) return refused(error);
      const { qr_code, secret } = data.totp;
      // auth-js puts a `data:` prefix before the SVG source and does not encode the source.
      return ok({ id: data.id, qrCode: qr_code.slice(qr_code.indexOf("<")), secret });
    },

    /** Begins to add a phone. @param number E.164 @returns the factor's id */
    async beginPhone(name: string, number: string): Promise<Outcome<string>> {
      const cleared = await clearUnfinished();
      if (cleared.kind !== "ok") return cleared;
      const { data, error } = await mfa.enroll({
        factorType: "phone",
        friendlyName: name,
        phone: number,
      });
      return error === null ? ok(data.id) : refused(error);
    },

    /** Adds a security key or passkey, which the browser asks for. */
    async addKey(name: string): Promise<Outcome<null>> {
      const cleared = await clearUnfinished();
      if (cleared.kind !== "ok") return cleared;
      const { data, error } = await mfa.enroll({ factorType: "webauthn", friendlyName: name });
      if (error !== null) return refused(error);
      const failure = await showKey(client, data.id);
      if (failure === null) return ok(null);
      // If this removal fails, the unverified factor has no effect, and `clearUnfinished` removes
      // it later.
      void mfa.unenroll({ factorId: data.id });
      return keyRefused(failure);
    },

    /** Has a code sent to a phone. @returns when another one can be sent (epoch ms) */
    async sendCode(factorId: string): Promise<Outcome<number>> {
      const sent = await phoneCodes.send(factorId);
      return typeof sent === "number" ? ok(sent) : refused(sent);
    },

    /** Verifies an app or a phone with its code; this session then counts as verified. */
    async proveFactor(
      { id, kind }: Pick<Factor, "id" | "kind">,
      code: string,
    ): Promise<Outcome<null>> {
      const error =
        kind === "phone"
          ? await phoneCodes.enter(id, code)
          : (await mfa.challengeAndVerify({ factorId: id, code })).error;
      return error === null ? ok(null) : refused(error);
    },

    /** Has the browser ask for a security key; this session then counts as verified. */
    async proveKey(factorId: string): Promise<Outcome<null>> {
      const failure = await showKey(client, factorId);
      return failure === null ? ok(null) : keyRefused(failure);
    },

    async removeFactor(factorId: string): Promise<Outcome<null>> {
      const { error } = await mfa.unenroll({ factorId });
      if (error !== null) return refused(error);
      // The session stored on this device still lists the removed factor.
      await client.auth.refreshSession();
      return ok(null);
    },
  };
}

/** Turns a failed key dialog into an `Outcome` whose code is the kind of failure. */
function keyRefused(failure: KeyFailure): Outcome<never> {
  if (failure.kind === "error") return refused(failure.error);
  return { kind: "never", code: failure.kind, message: failure.kind };
}
