import { createHash, createHmac } from "node:crypto";
import { parseSigned, serializeSigned } from "hono/utils/cookie";

/** As long as browsers keep one, in seconds. */
const LASTING = 400 * 24 * 60 * 60;

export interface DeviceCookies {
  /** The device, if this account signed in on it before; undefined for everybody else's. */
  deviceOf(request: Request, account: string): Promise<string | undefined>;
  /** A `Set-Cookie` header: whoever brings it is on a device where that account has signed in. */
  remember(account: string, sessionId: string): Promise<string>;
}

/** An address as an account is known by in cookies and counts, which need not hold it itself. */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("hex");
}

/**
 * The device cookies of OWASP: signed, one for each account, of no use but to tell the owner's own
 * mistakes from strangers' guesses. A device is the session that began on it, so that nobody gets
 * more devices than sessions.
 * @param secret what tokens are signed with; the cookies' own key is made of it
 */
export function deviceCookies(secret: string, options: { https: boolean }): DeviceCookies {
  const key = createHmac("sha256", secret).update("device cookies").digest("base64url");
  const nameOf = (account: string) => `known-device-${account.slice(0, 16)}`;

  return {
    async deviceOf(request, account) {
      const name = nameOf(account);
      const value = (await parseSigned(request.headers.get("cookie") ?? "", key, name))[name];
      const [owner, device] = value ? value.split(".") : [];
      return owner === account ? device : undefined;
    },

    remember: (account, sessionId) =>
      serializeSigned(nameOf(account), `${account}.${sessionId}`, key, {
        path: "/auth/v1",
        httpOnly: true,
        sameSite: "Strict",
        secure: options.https,
        maxAge: LASTING,
      }),
  };
}
