import { createHash, createPublicKey, verify } from "node:crypto";

/** A browser's answer about a security key, in WebAuthn's JSON. */
export interface KeyAnswer {
  type: "create" | "request";
  credential_response: { id: string; response: Record<string, string> };
}

/** Where the authenticator data has its flags, and those which say that the person was asked. */
const FLAGS_AT = 32;
const PRESENT_AND_VERIFIED = 0b101;

/** The relying party of WebAuthn: asks for security keys and checks their signatures. */
export class KeyParty {
  readonly #origin: string;
  readonly #known = new Map<string, { factor: string; spki: Buffer }>();

  /** @param origin where the app is opened */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /**
   * The options for the browser.
   * @param challenge base64url
   * @param isNew a key is to be added
   */
  ask(challenge: string, isNew: boolean) {
    const id = new URL(this.#origin).hostname;
    const keys = [...this.#known.keys()].map((key) => ({ type: "public-key", id: key }));
    const shared = { challenge, timeout: 300_000 };
    const publicKey = isNew
      ? {
          ...shared,
          rp: { id, name: "Field Agents" },
          user: { id: "dGVjaA", name: "tech", displayName: "tech" },
          pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key", alg })),
          excludeCredentials: keys,
          authenticatorSelection: { userVerification: "required" },
        }
      : { ...shared, rpId: id, allowCredentials: keys, userVerification: "required" };
    return { type: isNew ? "create" : "request", credential_options: { publicKey } };
  }

  mistakesOf(answer: KeyAnswer, challenge: string, isNew: boolean): string[] {
    const said = JSON.parse(bytes(answer, "clientDataJSON").toString()) as Record<string, unknown>;
    const type = isNew ? "webauthn.create" : "webauthn.get";
    const mistakes = Object.entries({ type, challenge, origin: this.#origin })
      .filter(([name, value]) => said[name] !== value)
      .map(([name]) => `${name} ${String(said[name])}`);
    if (answer.type !== (isNew ? "create" : "request")) mistakes.push(answer.type);
    const flags = bytes(answer, "authenticatorData")[FLAGS_AT] ?? 0;
    if ((flags & PRESENT_AND_VERIFIED) !== PRESENT_AND_VERIFIED) mistakes.push(`flags ${flags}`);
    return mistakes;
  }

  learn(factor: string, answer: KeyAnswer): void {
    const spki = bytes(answer, "publicKey");
    this.#known.set(answer.credential_response.id, { factor, spki });
  }

  isSigned(answer: KeyAnswer): boolean {
    const known = this.#known.get(answer.credential_response.id);
    if (known === undefined) return false;
    const clientData = createHash("sha256").update(bytes(answer, "clientDataJSON")).digest();
    const signed = Buffer.concat([bytes(answer, "authenticatorData"), clientData]);
    const key = createPublicKey({ key: known.spki, format: "der", type: "spki" });
    return verify("sha256", signed, key, bytes(answer, "signature"));
  }

  forget(factor: string): void {
    for (const [id, known] of this.#known) if (known.factor === factor) this.#known.delete(id);
  }
}

function bytes({ credential_response }: KeyAnswer, name: string): Buffer {
  return Buffer.from(credential_response.response[name] ?? "", "base64url");
}
