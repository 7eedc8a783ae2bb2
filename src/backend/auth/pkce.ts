/** The two halves of a secret by which an app shows that it began a sign-in (RFC 7636, S256). */
export interface Pkce {
  /** Stays in the browser until the sign-in comes back. */
  verifier: string;
  /** The parameters that the sign-in begins with; the auth server remembers them. */
  challenge: { code_challenge: string; code_challenge_method: string };
}

export async function newPkce(): Promise<Pkce> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const challenge = base64url(new Uint8Array(digest));
  return {
    verifier,
    challenge: { code_challenge: challenge, code_challenge_method: "s256" },
  };
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
