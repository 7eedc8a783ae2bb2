import { z } from "zod/mini";

/** The session that a reply of Auth contains. */
export interface SessionReply {
  accessToken: string;
  refreshToken: string;
  /** The person's second factors; null if the reply does not describe the person. */
  factors: { status: string }[] | null;
}

const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.optional(
    z.object({ factors: z._default(z.array(z.object({ status: z.string() })), []) }),
  ),
});

/**
 * Finds the session in a reply's body, or in the address that it redirects to, without consuming
 * the reply.
 */
export async function sessionIn(reply: Response): Promise<SessionReply | null> {
  const location = reply.headers.get("location");
  if (location !== null) {
    const [, fragment = ""] = location.split("#", 2);
    return sessionOf(Object.fromEntries(new URLSearchParams(fragment)));
  }
  if (!reply.ok) return null;
  return sessionOf(
    await reply
      .clone()
      .json()
      .catch(() => null),
  );
}

function sessionOf(given: unknown): SessionReply | null {
  const { success, data } = sessionSchema.safeParse(given);
  if (!success) return null;
  const { access_token, refresh_token, user } = data;
  return { accessToken: access_token, refreshToken: refresh_token, factors: user?.factors ?? null };
}
