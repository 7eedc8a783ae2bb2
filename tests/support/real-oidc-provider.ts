import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { listenOn } from "./loopback.ts";

/** Somebody with an account at the provider. */
interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A certified implementation of OpenID Connect, at which one person signs in without being asked. */
export type RealOidcProvider = Awaited<ReturnType<typeof startRealOidcProvider>>;

/** Listens at once, so that its address is known before the backend's. */
export async function startRealOidcProvider() {
  let answer = (_request: IncomingMessage, response: ServerResponse): unknown =>
    response.writeHead(503).end();
  const server = createServer((request, response) => void answer(request, response));
  const { url: issuer, stop } = await listenOn(server);
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    kid: "of the provider",
    alg: "RS256",
    use: "sig",
  };

  const running = {
    issuer,
    clientId: "field-agents",
    clientSecret: crypto.randomUUID(),
    /** Who sits at the browser; null: they refuse to sign in. */
    person: null as ProviderPerson | null,
    /** Begins to answer, for a backend at that origin. */
    serve(backendUrl: string) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: running.clientId,
            client_secret: running.clientSecret,
            redirect_uris: [`${backendUrl}/auth/v1/callback`],
          },
        ],
        jwks: { keys: [key] },
        cookies: { keys: [crypto.randomUUID()] },
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
        ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
        findAccount: (_context, accountId) => ({
          accountId,
          claims: () => ({ ...running.person, sub: accountId }),
        }),
      });
      const callback = provider.callback();
      answer = async (request, response) =>
        request.url?.startsWith("/sign-in/")
          ? await interact(provider, request, response, running.person)
          : await callback(request, response);
    },
    stop,
  };
  return running;
}

/** The pages on which a person would sign in and agree. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  person: ProviderPerson | null,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (person === null) {
    await provider.interactionFinished(request, response, { error: "access_denied" });
  } else if (prompt.name === "login") {
    await provider.interactionFinished(request, response, { login: { accountId: person.sub } });
  } else {
    const grant = new provider.Grant({
      accountId: session?.accountId ?? person.sub,
      clientId: String(params.client_id),
    });
    grant.addOIDCScope(String(params.scope));
    await provider.interactionFinished(request, response, {
      consent: { grantId: await grant.save() },
    });
  }
}
