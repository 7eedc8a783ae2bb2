type Kind = "totp" | "phone" | "webauthn";

export const FACTOR_KINDS: Readonly<Record<Kind, string>> = {
  totp: "Authenticator app",
  phone: "Phone",
  webauthn: "Security key",
};

/** What a factor is called: its own name, or else its kind. */
export function factorTitle({ name, kind }: { name: string | null; kind: Kind }): string {
  return name ?? FACTOR_KINDS[kind];
}
