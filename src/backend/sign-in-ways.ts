import {
  isAuthRetryableFetchError,
  type Provider,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { z } from "zod/mini";

/** What people call the providers that Supabase can hand a sign-in to. */
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

export type ProviderId = keyof typeof NAMES;

export interface ExternalProvider {
  id: ProviderId;
  name: string;
}

const settingsSchema = z.object({ external: z.record(z.string(), z.boolean()) });

const TIMEOUT_MS = 8000;

export type SignInWays = ReturnType<typeof openSignInWays>;

/** The ways to sign in that leave the app: other sign-ins, and mail. */
export function openSignInWays(
  client: SupabaseClient,
  way: { url: string; publicKey: string; fetch: typeof fetch },
) {
  return {
    /** The providers that the deployment has switched on; none when it can't be asked. */
    async providers(): Promise<ExternalProvider[]> {
      try {
        const response = await way.fetch(`${way.url}/auth/v1/settings`, {
          headers: { apikey: way.publicKey },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const { external } = settingsSchema.parse(await response.json());
        const known = Object.entries(NAMES) as [ProviderId, string][];
        return known.filter(([id]) => external[id]).map(([id, name]) => ({ id, name }));
      } catch {
        return [];
      }
    },

    /** Where a provider takes over; it comes back to `returnTo`. */
    async addressOf(provider: ProviderId, returnTo: string): Promise<string | null> {
      const { data } = await client.auth.signInWithOAuth({
        provider,
        options: { redirectTo: returnTo, skipBrowserRedirect: true },
      });
      return data.url;
    },

    /**
     * Has a link to a new password sent, which leads to `returnTo`.
     * @returns whether the backend was reached; never whether the account exists, so a refusal
     * (such as "too soon", which only an account that exists gets) is an answer like any other
     */
    async sendResetLink(email: string, returnTo: string): Promise<boolean> {
      const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: returnTo });
      return !isAuthRetryableFetchError(error);
    },
  };
}
