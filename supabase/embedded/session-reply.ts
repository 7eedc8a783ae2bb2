import { z } from "zod/mini";

/** A session that an answer of Auth hands out. */
export type SessionReply = {
  refreshToken: string;
  /** Where the browser is sent with it, when it stands in an address. */
  returnTo?: string;
};

const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** Finds the session in an answer's body, or in the address it redirects to; the answer stays whole. */
export async function sessionIn(reply: Response): Promise<SessionReply | null> {
  const location = reply.headers.get("location");
  if (location !== null) {
    const [returnTo = "", fragment = ""] = location.split("#", 2);
    const refreshToken = new URLSearchParams(fragment).get("refresh_token");
    return refreshToken === null ? null : { refreshToken, returnTo };
  }
  if (!reply.ok) return null;
  const body = sessionSchema.safeParse(
    await reply
      .clone()
      .json()
      .catch(() => null),
  );
  return body.success ? { refreshToken: body.data.refresh_token } : null;
}
