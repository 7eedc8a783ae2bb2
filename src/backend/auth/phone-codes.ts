import { type AuthError, AuthUnknownError, type SupabaseClient } from "@supabase/supabase-js";

/**
 * Minimum time between two messages to one phone (ms). Messages cost money, and auth servers refuse
 * one that comes sooner.
 */
const PAUSE_MS = 60_000;

interface SentMessage {
  challengeId: string;
  againAt: number;
}

/** Codes sent to the phones of a client's account. For each phone, only the last code is valid. */
export function openPhoneCodes({ auth: { mfa } }: SupabaseClient) {
  const messages = new Map<string, SentMessage>();

  return {
    /**
     * Has a code sent to a phone, unless one was sent a moment ago.
     * @returns when another one can be sent (epoch ms)
     */
    async send(factorId: string): Promise<number | AuthError> {
      const before = messages.get(factorId);
      if (before !== undefined && Date.now() < before.againAt) return before.againAt;
      const { data, error } = await mfa.challenge({ factorId, channel: "sms" });
      if (error !== null) return error;
      const againAt = Date.now() + PAUSE_MS;
      messages.set(factorId, { challengeId: data.id, againAt });
      return againAt;
    },

    /**
     * Verifies a phone with the code that was sent to it.
     * @returns null when the code was correct
     */
    async enter(factorId: string, code: string): Promise<AuthError | null> {
      const message = messages.get(factorId);
      if (message === undefined) return new AuthUnknownError("Have a code sent first.", null);
      const { challengeId } = message;
      const { error } = await mfa.verify({ factorId, challengeId, code });
      return error;
    },
  };
}
