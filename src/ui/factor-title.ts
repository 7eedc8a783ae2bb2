type Kind = "totp" | "phone" | "webauthn";

export const FACTOR_KINDS: Readonly<Record<Kind, string>> = {
  totp: "Authenticator app",
  phone: "Phone",
  webauthn: "Security key",
};

/** The visible name of a factor: its own name, otherwise the name of its kind. */
export function factorTitle({ name, kind }: { name: string | null; kind: Kind }): string {
  return name ?? FACTOR_KINDS[kind];
}
