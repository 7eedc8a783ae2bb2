import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import type { OidcProvider } from "#supabase/embedded/setup/oidc-providers.ts";
import { listenOn } from "./loopback.ts";

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

export type LocalIssuer = Awaited<ReturnType<typeof startLocalIssuer>>;

/** Starts an issuer of ID tokens on this machine that signs whatever a test wants. */
export async function startLocalIssuer() {
  const pair = await generateKeyPair("ES256");
  const kid = crypto.randomUUID();
  let fails = false;

  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (fails) response.writeHead(500);
    if (request.url === "/.well-known/openid-configuration") {
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }));
    } else {
      response.end(JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid }] }));
    }
  });
  // Its address is its name in tokens, too.
  const { url, stop } = await listenOn(server);

  return {
    url,
    /**
     * Signs an ID token for the client `app`, valid for five minutes.
     * @param claims more claims, or others; undefined leaves one out
     * @param how another header, or a key that is not published
     */
    async token(
      claims: Record<string, unknown>,
      how: { header?: Partial<JWTHeaderParameters>; key?: KeyPair["privateKey"] | Uint8Array } = {},
    ): Promise<string> {
      const at = Math.floor(Date.now() / 1000);
      const usual = { iss: url, aud: "app", iat: at, exp: at + 300 };
      return await new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: "ES256", kid, ...how.header })
        .sign(how.key ?? pair.privateKey);
    },
    /** While true, every question is answered with an error. */
    fail(now: boolean) {
      fails = now;
    },
    /** A provider in the backend's settings that is this issuer. */
    asProvider: (options: Partial<OidcProvider> = {}): OidcProvider => ({
      ...{ id: "local", name: "Local", issuer: url, clientId: "app", clientSecret: undefined },
      ...{ audiences: [], emailDomains: undefined },
      ...options,
    }),
    stop,
  };
}
