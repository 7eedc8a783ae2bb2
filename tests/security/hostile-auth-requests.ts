import fc from "fast-check";
import { type HostileRequest, jsonBody, type Sender, sender } from "./hostile-request.ts";
import { hostileObject, hostileText, hostileValue } from "./hostile-values.ts";

/** Requests to Auth. */
export function authRequest(): fc.Arbitrary<HostileRequest> {
  const known = "technician@policies.example";
  const email = fc.constantFrom(known, "nobody@fuzz.example", "a@b", "x'@y.example");
  const body = hostileObject({
    ...{ email, password: hostileText, data: hostileValue, refresh_token: hostileText },
    ...{ token: hostileText, token_hash: hostileText, type: fc.constantFrom("recovery", "email") },
    ...{ friendly_name: hostileText, factor_type: fc.constantFrom("totp", "phone", "webauthn") },
    ...{ issuer: hostileText, challenge_id: fc.uuid(), code: hostileText },
    ...{ provider: hostileText, id_token: hostileText, nonce: hostileText },
    ...{ access_token: hostileText, link_identity: hostileValue },
    ...{ auth_code: hostileText, code_verifier: hostileText },
  });
  const targets = fc.oneof(
    fc.constantFrom(
      ...["POST token?grant_type=password", "POST token?grant_type=refresh_token", "POST token"],
      ...["POST token?grant_type=pkce", "POST token?grant_type=id_token", "POST signup"],
      ...["POST recover", "POST otp", "POST magiclink", "POST resend", "POST verify", "GET user"],
      ...["GET verify?type=recovery&token=%00", "GET settings", "POST admin/users"],
      ...["POST factors/%00/verify", "GET authorize?provider=%00", "DELETE user/identities/x"],
      ...["GET callback?error=%3Cscript%3E", "GET callback?state=%00&code=%00"],
      ...["GET user/identities/authorize?provider=%00", "GET .well-known/jwks.json"],
      "POST logout?scope=%00",
    ),
    fc.uuid().map((it) => `POST factors/${it}/verify`),
    fc.uuid().map((it) => `POST factors/${it}/challenge`),
    fc.uuid().map((it) => `DELETE factors/${it}`),
    fc.uuid().map((it) => `DELETE admin/users/${it}`),
  );
  // Not signed-in senders: they could end their own session here, or change their password.
  const from = fc.constantFrom<Sender>("nobody", "garbled");
  const byPerson = fc.tuple(sender, fc.constant("POST factors"));
  return fc
    .tuple(fc.oneof({ weight: 5, arbitrary: fc.tuple(from, targets) }, byPerson), jsonBody(body))
    .map(([[who, target], { type, body: sent }]) => {
      const [method = "", path = ""] = target.split(" ");
      return {
        ...{ sender: who, service: "auth", method, path: `/auth/v1/${path}` },
        headers: { "content-type": type },
        body: method === "POST" ? sent : null,
      };
    });
}
