import { expect, test } from "vitest";
import { readOidcProviders } from "./oidc-providers.ts";
import { isWeakSecret, readSettings } from "./settings.ts";

const read = (env: Record<string, string>) => readSettings(env, "/srv/field-agents");

/** What is said of wrong settings, a sentence a line. */
function faultsOf(env: Record<string, string>): string {
  try {
    read(env);
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const WELL_KNOWN = "super-secret-jwt-token-with-at-least-32-characters-long";
const onNetwork = { DEMO: "0", PUBLIC_URL: "https://field.example.com" };
const boss = { ...onNetwork, SUPER_ADMIN_EMAIL: "boss@company.example" };

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: "http" }, /^PORT must be a whole number from 0 to 65535, not "http"\.$/],
  [{ DEMO: "maybe" }, /^DEMO must be 1, 0 or delete, not "maybe"\.$/],
  [{ PUBLIC_URL: "app.example.com" }, /^PUBLIC_URL must be an address/],
  [{ DATABASE_URL: "mysql://root:hidden@db/work" }, /^DATABASE_URL must be an address(?!.*hidden)/],
  [{ CLIENT_ADDRESS_HEADER: "X Real IP" }, /^CLIENT_ADDRESS_HEADER must be the name of a header/],
  [{ JWT_EXPIRY_SECONDS: "1" }, /^JWT_EXPIRY_SECONDS must be a whole number from 5 to 604800/],
  [
    { AI_CHATMODEL: "one", OPENAI_ORG_ID: "two", HOME: "/root" },
    /^AI_CHATMODEL is no setting\. Known are .*\bAI_CHAT_MODEL\b.*$/,
  ],
  [{ WEBHOOK_NETWORKS: "10.0.0.0/8, here" }, /^WEBHOOK_NETWORKS must be networks like 10/],
  [{ AI_TRANSCRIBE: "me" }, /^AI_TRANSCRIBE must be embedded, provider or none, not "me"\.$/],
  [{ HOST: "0.0.0.0" }, /^HOST=0\.0\.0\.0 needs DEMO=0/],
  [
    { PUBLIC_URL: "https://app.example.com" },
    /^PUBLIC_URL=https:\/\/app\.example\.com needs DEMO=0/,
  ],
  [
    { PORT: "http", DEMO: "maybe", STORAGE_S4_KEY: "hidden" },
    /^PORT must be .*\nDEMO must be .*\nSTORAGE_S4_KEY is no setting\.(?!.*hidden)/,
  ],
  [boss, /^SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD go/],
  [
    { ...boss, SUPER_ADMIN_PASSWORD: "short" },
    /^SUPER_ADMIN_PASSWORD is not taken\. At least 6 characters, and none of the commonest passwords\.$/,
  ],
  [
    { ...boss, SUPER_ADMIN_PASSWORD: "pump-house", PASSWORD_MIN_LENGTH: "11" },
    /^SUPER_ADMIN_PASSWORD is not taken\. At least 11 characters/,
  ],
  [{ PASSWORD_MIN_LENGTH: "5" }, /^PASSWORD_MIN_LENGTH must be a whole number from 6 to 64/],
  [{ PASSWORD_MIN_LENGTH: "11" }, /^PASSWORD_MIN_LENGTH=11 needs DEMO=0/],
  [
    { ...boss, SUPER_ADMIN_PASSWORD: "Field-Demo-Field-Demo" },
    /^SUPER_ADMIN_PASSWORD is the demo's, which is public/,
  ],
  [
    { STORAGE_S3_BUCKET: "field-agents" },
    /^STORAGE_S3_BUCKET is no setting\. Files are in DATA_DIR/,
  ],
])("of the settings %o is said what is wrong", (env, sentence) => {
  expect(faultsOf(env)).toMatch(sentence);
});

test.each(["only-thirty-one-characters-long", WELL_KNOWN, "a1".repeat(20)])(
  "%s is a weak secret",
  (secret) => {
    expect(isWeakSecret(secret)).toBe(true);
  },
);

const keycloak = {
  id: "keycloak",
  name: "Keycloak",
  issuer: "https://sso.example.com/realms/field",
  client_id: "field-agents",
};
const readProviders = (...providers: object[]) => readOidcProviders(JSON.stringify(providers));

test("a provider is read with what it needs and with what it may have", () => {
  expect(readOidcProviders(undefined)).toEqual([]);
  const usual = { id: "keycloak", name: "Keycloak", issuer: keycloak.issuer };
  expect(readProviders(keycloak)).toEqual([{ ...usual, clientId: "field-agents", audiences: [] }]);
  const more = { client_secret: "s", audiences: ["ios"], email_domains: ["Company.example"] };
  expect(readProviders({ ...keycloak, ...more })).toEqual([
    {
      ...{ ...usual, clientId: "field-agents", clientSecret: "s", audiences: ["ios"] },
      emailDomains: ["company.example"],
    },
  ]);
  expect(readProviders({ ...keycloak, issuer: "http://127.0.0.1:8080/realms/field" })).toHaveLength(
    1,
  );
});

test("a list that cannot be used is refused in a sentence that tells no secret", () => {
  const secret = "not-to-be-printed";
  const refused: [string, () => unknown][] = [
    ["the list itself", () => readOidcProviders(`{"client_secret":"${secret}"`)],
    ["the list itself", () => readOidcProviders(JSON.stringify(keycloak))],
    ["the list itself", () => readProviders(keycloak, keycloak)],
    ["0.issuer", () => readProviders({ ...keycloak, issuer: "http://sso.example.com" })],
    ["0.id", () => readProviders({ ...keycloak, id: "email" })],
    ["0.client_id", () => readProviders({ ...keycloak, client_id: "" })],
    ["0", () => readProviders({ ...keycloak, client_secret: secret, secret })],
    ["0.email_domains", () => readProviders({ ...keycloak, email_domains: [] })],
  ];
  for (const [what, work] of refused) {
    expect(work).toThrow(`: ${what} cannot be used.`);
    expect(work).not.toThrow(secret);
  }
});
