import { z } from "zod/mini";
import { parseJson } from "#supabase/functions/_shared/contracts/parse-json.ts";
import { isLoopback } from "../http/network-address.ts";
import { StartRefusal } from "./start-refusal.ts";

/** Names that mean something else where providers are named. */
const TAKEN = ["email", "phone", "anonymous_users"];
const MOST_PROVIDERS = 20;

const word = z.string().check(z.minLength(1), z.maxLength(500));
const domain = z
  .string()
  .check(z.toLowerCase(), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/), z.maxLength(253));
const providerSchema = z.pipe(
  z.strictObject({
    /** Its name in addresses and in the database, such as `keycloak`. */
    id: z.string().check(
      z.regex(/^[a-z][a-z0-9_-]{0,31}$/),
      z.refine((id) => !TAKEN.includes(id)),
    ),
    /** Its name on pages. */
    name: z.string().check(z.minLength(1), z.maxLength(40)),
    /** Its issuer, whose `/.well-known/openid-configuration` names its keys and addresses. */
    issuer: z.string().check(z.refine(isIssuer)),
    client_id: word,
    /** Absent for a public client. */
    client_secret: z.optional(word),
    /** More client ids, such as those of native apps, whose ID tokens are accepted. */
    audiences: z._default(z.array(word), []),
    /** The domains for whose addresses the provider may speak; without it all. */
    email_domains: z.optional(z.array(domain).check(z.minLength(1))),
  }),
  z.transform(({ client_id, client_secret, email_domains, issuer, ...rest }) => ({
    ...{ ...rest, issuer: new URL(issuer).href, clientId: client_id },
    ...{ clientSecret: client_secret, emailDomains: email_domains },
  })),
);
const providersSchema = z.array(providerSchema).check(
  z.maxLength(MOST_PROVIDERS),
  z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
);

/** An OpenID Connect provider by which people of this deployment sign in. */
export type OidcProvider = z.output<typeof providerSchema>;

/**
 * Reads the setting `OIDC_PROVIDERS`: a JSON list. Without it there are none.
 * @throws StartRefusal for a value that cannot be used; it does not repeat the value, which may
 *   contain a secret
 */
export function readOidcProviders(value: string | undefined): OidcProvider[] {
  if (value === undefined) return [];
  const parsed = providersSchema.safeParse(parseJson(value));
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join(".") || "the list itself";
    throw new StartRefusal(
      `OIDC_PROVIDERS must be a JSON list like [{"id":"keycloak","name":"Keycloak","issuer":"https://sso.example.com/realms/field","client_id":"field-agents","client_secret":"…"}]: ${path} cannot be used.`,
    );
  }
  return parsed.data;
}

/** Whether others cannot read or change what is sent to the issuer: by TLS, or on this machine. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.search || url.hash || url.username || url.password) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}
