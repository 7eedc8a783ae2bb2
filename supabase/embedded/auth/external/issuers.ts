import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import * as oauth from "oauth4webapi";
import type { OidcProvider } from "../../setup/oidc-providers.ts";
import { AuthFailure } from "../auth-request.ts";

/** What a provider publishes about itself. */
export interface Issuer {
  metadata: oauth.AuthorizationServer;
  /** Finds the public key that signed a token; asks again for keys that it does not know yet. */
  keys: JWTVerifyGetKey;
  /** How requests to the provider are sent. */
  request: { signal: AbortSignal; [oauth.allowInsecureRequests]: boolean };
}

/** The deployment's providers, by their ids. */
export type Issuers = ReturnType<typeof openIssuers>;

/** How long a provider may take to answer, in milliseconds. */
const PATIENCE = 5000;
/** How long a provider's addresses are remembered, in milliseconds. */
const METADATA_LIFE = 60 * 60_000;

/**
 * Reads what the providers publish (OpenID Connect Discovery 1.0) when it is needed first, and
 * remembers it for an hour.
 */
export function openIssuers(providers: readonly OidcProvider[]) {
  const known = new Map<string, { readAt: number; published: ReturnType<typeof discover> }>();

  return {
    providers,

    /** @throws AuthFailure 400 for an unknown provider */
    provider(id: string): OidcProvider {
      const found = providers.find((each) => each.id === id);
      if (found) return found;
      const message = "Unsupported provider: provider is not enabled";
      throw new AuthFailure(400, "provider_disabled", message);
    },

    /** @throws AuthFailure 503 if the provider does not answer */
    async issuer(provider: OidcProvider): Promise<Issuer> {
      const before = known.get(provider.id);
      const isFresh = before !== undefined && before.readAt > Date.now() - METADATA_LIFE;
      const held = isFresh ? before : { readAt: Date.now(), published: discover(provider) };
      known.set(provider.id, held);
      try {
        return { ...(await held.published), request: requestTo(provider) };
      } catch (error) {
        known.delete(provider.id);
        throw unreachable(provider, error);
      }
    },
  };
}

async function discover(provider: OidcProvider) {
  const issuer = new URL(provider.issuer);
  const reply = await oauth.discoveryRequest(issuer, requestTo(provider));
  const metadata = await oauth.processDiscoveryResponse(issuer, reply);
  if (metadata.jwks_uri === undefined) throw new Error("it publishes no keys");
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: PATIENCE });
  return { metadata, keys };
}

function requestTo({ issuer }: OidcProvider): Issuer["request"] {
  return {
    signal: AbortSignal.timeout(PATIENCE),
    // The settings accept an issuer without TLS only on this machine.
    [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
  };
}

/** Logs why a provider could not be asked, for the operator. */
export function unreachable({ id }: OidcProvider, reason: unknown): AuthFailure {
  const message = reason instanceof Error ? reason.message : String(reason);
  console.error(`The sign-in provider ${id} could not be asked: ${message}`);
  return new AuthFailure(503, "unexpected_failure", "The sign-in provider does not answer");
}
