import { createHash, createHmac } from "node:crypto";
import { parseSigned, serializeSigned } from "hono/utils/cookie";

/** The longest time that browsers keep a cookie, in seconds. */
const LASTING = 400 * 24 * 60 * 60;

export type DeviceCookies = ReturnType<typeof deviceCookies>;

/**
 * An account's key in cookies and attempt counts: a hash, so that they need not contain the e-mail
 * address.
 */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("hex");
}

/**
 * Device cookies as OWASP describes them: signed, one per account, used only to distinguish the owner's
 * own failed attempts from a stranger's. A cookie belongs to the session that began on the device,
 * so nobody gets more cookies than sessions.
 * @param secret the deployment's; the cookies' key is derived from it
 */
export function deviceCookies(secret: string, options: { https: boolean }) {
  const key = createHmac("sha256", secret).update("device cookies").digest("base64url");
  const cookieName = (account: string) => `known-device-${account.slice(0, 16)}`;

  return {
    /** The device's id if this account signed in on it before; undefined otherwise. */
    async findDevice(request: Request, account: string): Promise<string | undefined> {
      const name = cookieName(account);
      const value = (await parseSigned(request.headers.get("cookie") ?? "", key, name))[name];
      const [owner, device] = value ? value.split(".") : [];
      return owner === account ? device : undefined;
    },

    /** The `Set-Cookie` header that marks a device as one where that account has signed in. */
    remember: (account: string, sessionId: string) =>
      serializeSigned(cookieName(account), `${account}.${sessionId}`, key, {
        path: "/auth/v1",
        httpOnly: true,
        sameSite: "Strict",
        secure: options.https,
        maxAge: LASTING,
      }),
  };
}
