import { OVER_REQUEST_RATE_LIMIT } from "@contracts/auth-code.ts";
import {
  isAuthRetryableFetchError,
  type Provider,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { z } from "zod/mini";
import type { Server } from "../outcome.ts";
import { pauseSeconds } from "./auth-js-workarounds.ts";

/** Display names of the external sign-in providers that Supabase supports. */
const NAMES = {
  apple: "Apple",
  azure: "Microsoft",
  bitbucket: "Bitbucket",
  discord: "Discord",
  facebook: "Facebook",
  figma: "Figma",
  fly: "Fly",
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  kakao: "Kakao",
  keycloak: "Keycloak",
  linkedin_oidc: "LinkedIn",
  notion: "Notion",
  slack_oidc: "Slack",
  spotify: "Spotify",
  twitch: "Twitch",
  twitter: "Twitter",
  workos: "WorkOS",
  x: "X",
  zoom: "Zoom",
} as const satisfies Partial<Record<Provider, string>>;

export interface ExternalProvider {
  /** The auth server's name for it. */
  id: string;
  name: string;
}

/** The result of requesting a password reset link; `seconds` is null when the pause is unknown. */
export type ResetLinkAnswer =
  | { kind: "asked" }
  | { kind: "unreachable" }
  | { kind: "paused"; seconds: number | null };

const settingsSchema = z.object({ external: z.record(z.string(), z.boolean()) });

const TIMEOUT_MS = 8000;

/**
 * The ways to sign in that leave the app: external providers and links in mails.
 * @param ownNames names of providers that this deployment has added, by their ids
 */
export function openSignInWays(
  client: SupabaseClient,
  { url, publicKey, fetch }: Server,
  ownNames: Readonly<Record<string, string>>,
) {
  return {
    /**
     * The providers that the deployment has switched on; none if the auth server cannot be asked.
     */
    async providers(): Promise<ExternalProvider[]> {
      try {
        const response = await fetch(`${url}/auth/v1/settings`, {
          headers: { apikey: publicKey },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const { external } = settingsSchema.parse(await response.json());
        const known = Object.entries({ ...NAMES, ...ownNames });
        return known.filter(([id]) => external[id]).map(([id, name]) => ({ id, name }));
      } catch {
        return [];
      }
    },

    /**
     * The address of a provider's sign-in page, which returns to `returnTo` with a code, and the
     * secret with which that code is exchanged.
     */
    async departure(provider: string, returnTo: string) {
      const { verifier, challenge } = await newPkce();
      const { data } = await client.auth.signInWithOAuth({
        provider: provider as Provider,
        options: { redirectTo: returnTo, skipBrowserRedirect: true, queryParams: challenge },
      });
      return data.url === null ? null : { address: data.url, verifier };
    },

    /**
     * Has a password reset link sent, which leads to `returnTo`.
     * @returns the result of the request, never whether the account exists: a refusal that only an
     *   existing account gets (such as "a mail was sent a moment ago") is reported as `asked`
     */
    async sendResetLink(email: string, returnTo: string): Promise<ResetLinkAnswer> {
      const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: returnTo });
      if (isAuthRetryableFetchError(error)) return { kind: "unreachable" };
      return error?.code === OVER_REQUEST_RATE_LIMIT
        ? { kind: "paused", seconds: pauseSeconds() }
        : { kind: "asked" };
    },
  };
}

/**
 * The two halves of a secret by which an app shows that it began a sign-in (RFC 7636, S256): the
 * `verifier` stays in the browser until the sign-in comes back; the sign-in begins with the
 * parameters `challenge`, which the auth server remembers.
 */
export async function newPkce() {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const challenge = {
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "s256",
  };
  return { verifier, challenge };
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
