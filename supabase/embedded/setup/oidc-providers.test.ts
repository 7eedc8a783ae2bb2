import { expect, test } from "vitest";
import { readOidcProviders } from "./oidc-providers.ts";

const keycloak = {
  id: "keycloak",
  name: "Keycloak",
  issuer: "https://sso.example.com/realms/field",
  client_id: "field-agents",
};
const read = (...providers: object[]) => readOidcProviders(JSON.stringify(providers));

test("a provider is read with what it needs and with what it may have", () => {
  expect(readOidcProviders(undefined)).toEqual([]);
  const usual = { id: "keycloak", name: "Keycloak", issuer: keycloak.issuer };
  expect(read(keycloak)).toEqual([{ ...usual, clientId: "field-agents", audiences: [] }]);
  const more = { client_secret: "s", audiences: ["ios"], email_domains: ["Company.example"] };
  expect(read({ ...keycloak, ...more })).toEqual([
    {
      ...{ ...usual, clientId: "field-agents", clientSecret: "s", audiences: ["ios"] },
      emailDomains: ["company.example"],
    },
  ]);
  expect(read({ ...keycloak, issuer: "http://127.0.0.1:8080/realms/field" })).toHaveLength(1);
});

test("a list that cannot be used is refused in a sentence that tells no secret", () => {
  const secret = "not-to-be-printed";
  const refused: [string, () => unknown][] = [
    ["the list itself", () => readOidcProviders(`{"client_secret":"${secret}"`)],
    ["the list itself", () => readOidcProviders(JSON.stringify(keycloak))],
    ["the list itself", () => read(keycloak, keycloak)],
    ["0.issuer", () => read({ ...keycloak, issuer: "http://sso.example.com" })],
    ["0.issuer", () => read({ ...keycloak, issuer: "https://a:b@sso.example.com" })],
    ["0.id", () => read({ ...keycloak, id: "email" })],
    ["0.id", () => read({ ...keycloak, id: "../x" })],
    ["0.client_id", () => read({ ...keycloak, client_id: "" })],
    ["0", () => read({ ...keycloak, client_secret: secret, secret })],
    ["0.email_domains", () => read({ ...keycloak, email_domains: [] })],
  ];
  for (const [what, work] of refused) {
    expect(work).toThrow(`: ${what} cannot be used.`);
    expect(work).not.toThrow(secret);
  }
});
