import { createHmac } from "node:crypto";
import { parseSigned, serializeSigned } from "hono/utils/cookie";

/**
 * Cookies that nobody else can write.
 * @param secret the deployment's; the cookies' key is derived from it
 * @param purpose makes the key another one for each kind of cookie
 */
export function signedCookies(
  secret: string,
  purpose: string,
  options: { path: string; sameSite: "Strict" | "Lax"; secure: boolean },
) {
  const key = createHmac("sha256", secret).update(purpose).digest("base64url");
  return {
    /** The value that a request brings; undefined where it brings none. */
    async read(request: Request, name: string): Promise<string | undefined> {
      return (await parseSigned(request.headers.get("cookie") ?? "", key, name))[name] || undefined;
    },
    /** The `Set-Cookie` header. @param maxAge in seconds */
    write: (name: string, value: string, maxAge: number) =>
      serializeSigned(name, value, key, { ...options, httpOnly: true, maxAge }),
  };
}
