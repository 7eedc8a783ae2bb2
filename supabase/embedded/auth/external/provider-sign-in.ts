import * as oauth from "oauth4webapi";
import type { OidcProvider } from "../../setup/oidc-providers.ts";
import { AuthFailure } from "../auth-failure.ts";
import type { Flow } from "./flow-cookie.ts";
import { type ExternalPerson, personIn, verifyIdToken } from "./id-token.ts";
import { type Issuer, type Issuers, unreachable } from "./issuers.ts";

/** What is asked of a provider: who somebody is, nothing that they have there. */
const SCOPE = "openid email profile";

/**
 * The address of the provider's sign-in page.
 * @throws AuthFailure 503 if the provider does not answer
 */
export async function providerAddress(
  issuers: Issuers,
  provider: OidcProvider,
  flow: Pick<Flow, "state" | "nonce" | "verifier">,
  callback: string,
): Promise<string> {
  const { metadata } = await issuers.issuer(provider);
  if (metadata.authorization_endpoint === undefined) {
    throw unreachable(provider, "it has no sign-in page");
  }
  const address = new URL(metadata.authorization_endpoint);
  const query = {
    ...{ response_type: "code", client_id: provider.clientId, redirect_uri: callback },
    ...{ scope: SCOPE, state: flow.state, nonce: flow.nonce, code_challenge_method: "S256" },
    code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}

/**
 * Reads who has signed in at the provider, from the address by which it sent the browser back.
 * @param arrived the address with `code` and `state`, or with the provider's refusal
 * @throws AuthFailure 400 if nobody has signed in there, 503 if the provider does not answer
 */
export async function personAt(
  issuers: Issuers,
  provider: OidcProvider,
  flow: Flow,
  arrived: URL,
  callback: string,
): Promise<ExternalPerson> {
  const issuer = await issuers.issuer(provider);
  const { metadata, request } = issuer;
  const client = { client_id: provider.clientId, [oauth.clockTolerance]: 30 };
  try {
    const answer = oauth.validateAuthResponse(metadata, client, arrived, flow.state);
    const reply = await oauth.authorizationCodeGrantRequest(
      ...([metadata, client, clientAuthentication(provider, issuer), answer, callback] as const),
      flow.verifier,
      request,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, reply, {
      expectedNonce: flow.nonce,
      requireIdToken: true,
    });
    const { id_token: idToken = "", access_token: accessToken } = tokens;
    const expected = { nonce: flow.nonce, accessToken };
    const person = await verifyIdToken(issuers, provider, idToken, expected);
    if (person.email !== undefined || metadata.userinfo_endpoint === undefined) return person;
    // Many providers put the address here only.
    const userInfo = await oauth.userInfoRequest(metadata, client, accessToken, request);
    return personIn(await oauth.processUserInfoResponse(metadata, client, person.sub, userInfo));
  } catch (error) {
    throw error instanceof AuthFailure ? error : toAuthFailure(provider, error);
  }
}

/** How this server shows the provider that it is the client. */
function clientAuthentication(
  { clientSecret }: OidcProvider,
  { metadata }: Issuer,
): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  const ways = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return ways.includes("client_secret_basic") || !ways.includes("client_secret_post")
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}

function toAuthFailure(provider: OidcProvider, error: unknown): AuthFailure {
  if (error instanceof oauth.AuthorizationResponseError) {
    return new AuthFailure(400, "bad_oauth_callback", "The provider did not sign anybody in");
  }
  const isAnswer =
    error instanceof oauth.OperationProcessingError || error instanceof oauth.ResponseBodyError;
  if (!isAnswer) return unreachable(provider, error);
  const reason = error instanceof oauth.ResponseBodyError ? error.error : error.message;
  console.error(`The sign-in provider ${provider.id} refused a sign-in: ${reason}`);
  return new AuthFailure(400, "bad_oauth_callback", "The provider's answer cannot be used");
}
