import type { Backend } from "./backend.ts";

/** A visitor's browser as Auth sees it: it stores the cookies that it receives. */
export type Visitor = ReturnType<typeof browserOf>;

/** @param always headers of every request */
export function browserOf(
  backend: Pick<Backend, "url" | "publishableKey"> & {
    /** For a backend that listens on no port. */
    fetch?: (url: string, init: RequestInit) => Promise<Response>;
  },
  always: Record<string, string> = {},
) {
  const cookies = new Map<string, string>();

  async function send(address: string, init: RequestInit & { headers?: Record<string, string> }) {
    const kept = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await (backend.fetch ?? fetch)(address, {
      ...init,
      redirect: "manual",
      headers: { ...(kept && { cookie: kept }), ...always, ...init.headers },
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return reply;
  }

  /** Sends one request to Auth; `path` comes after `/auth/v1/`, the access token is optional. */
  async function auth(method: string, path: string, body?: object, accessToken?: unknown) {
    const reply = await send(`${backend.url}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: backend.publishableKey,
        "content-type": "application/json",
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const parsed: Record<string, unknown> = text.startsWith("{") ? JSON.parse(text) : {};
    return { status: reply.status, headers: reply.headers, body: parsed };
  }
  return {
    auth,
    /** Opens an address like a link, without following its redirects. */
    open: (address: string) => send(address, {}),
    /** Opens the link of a mail, and enters by it as the app does. */
    async enterBy(link: string) {
      const { searchParams } = new URL((await send(link, {})).headers.get("location") ?? "");
      const token_hash = searchParams.get("token_hash");
      return auth("POST", "verify", { type: "recovery", token_hash });
    },
  };
}
