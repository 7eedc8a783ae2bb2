import { randomBytes, randomUUID } from "node:crypto";
import type { CDPSession, Page, Route } from "playwright";
import { claimsOf, type SigningKey, signToken } from "../signing-keys.ts";

type Kind = "totp" | "phone" | "webauthn";
type Level = "aal1" | "aal2";

/** A factor as the auth server sends it. */
interface WireFactor {
  id: string;
  created_at: string;
  updated_at: string;
  friendly_name: string;
  factor_type: Kind;
  status: "verified" | "unverified";
  phone: string;
}

/** A session as the auth server sends it; only the part that depends on the second factor. */
interface Session {
  access_token: string;
  user: object;
}

/** A browser's answer about a security key, in WebAuthn's JSON. */
interface KeyAnswer {
  type: "create" | "request";
  credential_response: { id: string; response: { clientDataJSON: string } };
}

const APP_CODE = "271828";

/** The server refuses a second message within this time, ms: nobody shall pay for a flood. */
const MESSAGE_PAUSE_MS = 60_000;

/**
 * A stand-in for the second-factor part of Supabase's auth server, in its wire format, because the
 * embedded auth server supports only authenticator apps. Everybody who signs in has the same
 * factors.
 */
export class FactorServer {
  factors: WireFactor[] = [];
  readonly messages: { phone: string; code: string }[] = [];
  /** Errors in requests that a correct client never makes. */
  readonly mistakes: string[] = [];
  /** Whether the server accepts the signatures of keys. */
  takesKeys = true;
  /** How far the server's clock is ahead, in milliseconds. */
  ahead = 0;
  readonly #key: SigningKey;
  readonly #challenges = new Map<string, { factor: string; expects: string }>();
  /** By the id of each security key that was added, its factor. */
  readonly #keys = new Map<string, string>();
  readonly #origin: string;
  readonly #sentAt = new Map<string, number>();
  #passed: Session | null = null;
  #level: Level = "aal1";

  /**
   * @param origin where the app is opened
   * @param key signs the backend's access tokens
   */
  constructor(origin: string, key: SigningKey) {
    this.#origin = origin;
    this.#key = key;
  }

  /** From now on intercepts the page's requests to the backend. */
  async serve(page: Page): Promise<void> {
    await page.route("**/config.json", async (route) => {
      const response = await route.fetch();
      const config = (await response.json()) as object;
      await route.fulfill({ response, json: { ...config, secondFactors: ["phone", "webauthn"] } });
    });
    await page.route("**/auth/v1/token?*", async (route) => {
      const response = await route.fetch();
      if (!response.ok()) return route.fulfill({ response });
      this.#passed = (await response.json()) as Session;
      const isNew = route.request().url().includes("grant_type=password");
      if (isNew || this.#verified().length === 0) this.#level = "aal1";
      await route.fulfill({ response, json: this.#session(this.#passed) });
    });
    await page.route("**/auth/v1/user", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: this.#withFactors((await response.json()) as object) });
    });
    await page.route(/\/auth\/v1\/factors/, (route) => {
      const [, id, verb] = /\/factors(?:\/([^/]+))?(?:\/(\w+))?$/.exec(route.request().url()) ?? [];
      if (route.request().method() === "DELETE") return this.#remove(route, id ?? "");
      const body = route.request().postDataJSON() as Record<string, unknown>;
      if (id === undefined) return this.#enroll(route, body);
      const factor = this.factors.find((each) => each.id === id);
      if (factor === undefined) return refuse(route, 404, "mfa_factor_not_found");
      return verb === "challenge"
        ? this.#challenge(route, factor, body)
        : this.#verify(route, factor, body);
    });
  }

  /** Gives everybody a verified factor. @returns its id */
  add(kind: Kind, name: string, phone = ""): string {
    return this.#add(kind, name, phone, "verified").id;
  }

  #add(kind: Kind, name: string, phone: string, status: WireFactor["status"]): WireFactor {
    const now = new Date().toISOString();
    const factor: WireFactor = {
      id: randomUUID(),
      created_at: now,
      updated_at: now,
      friendly_name: name,
      factor_type: kind,
      status,
      phone,
    };
    this.factors.push(factor);
    return factor;
  }

  #verified = () => this.factors.filter(({ status }) => status === "verified");

  #enroll(route: Route, body: Record<string, unknown>): Promise<void> {
    const { friendly_name, factor_type, phone = "" } = body as Record<string, string>;
    if (this.#verified().length > 0 && this.#level === "aal1") {
      return refuse(route, 403, "insufficient_aal");
    }
    if (this.factors.some((each) => each.friendly_name === friendly_name)) {
      return refuse(route, 422, "mfa_factor_name_conflict");
    }
    if (factor_type === "phone" && !/^\+?[1-9]\d{1,14}$/.test(phone)) {
      return refuse(route, 400, "validation_failed");
    }
    const number = phone.replace("+", "");
    const added = this.#add(factor_type as Kind, friendly_name ?? "", number, "unverified");
    return route.fulfill({
      json: { id: added.id, type: factor_type, friendly_name, ...(phone && { phone }) },
    });
  }

  #challenge(route: Route, factor: WireFactor, body: Record<string, unknown>): Promise<void> {
    const id = randomUUID();
    const answer = {
      id,
      type: factor.factor_type,
      expires_at: Math.floor(Date.now() / 1000) + 300,
    };
    const expect = (expects: string) => this.#challenges.set(id, { factor: factor.id, expects });
    switch (factor.factor_type) {
      case "totp":
        expect(APP_CODE);
        return route.fulfill({ json: answer });
      case "phone": {
        if (body.channel !== "sms") this.mistakes.push(`channel ${String(body.channel)}`);
        const now = Date.now() + this.ahead;
        if (now < (this.#sentAt.get(factor.id) ?? 0) + MESSAGE_PAUSE_MS) {
          return refuse(route, 429, "over_sms_send_rate_limit");
        }
        this.#sentAt.set(factor.id, now);
        const code = String(100_001 + this.messages.length);
        this.messages.push({ phone: factor.phone, code });
        expect(code);
        return route.fulfill({ json: answer });
      }
      case "webauthn": {
        const challenge = randomBytes(32).toString("base64url");
        expect(challenge);
        const webauthn = this.#askKey(challenge, factor.status === "unverified");
        return route.fulfill({ json: { ...answer, webauthn } });
      }
    }
  }

  /** The options with which the browser asks a security key. @param isNew it is to be added */
  #askKey(challenge: string, isNew: boolean) {
    const id = new URL(this.#origin).hostname;
    const keys = [...this.#keys.keys()].map((key) => ({ type: "public-key", id: key }));
    const publicKey = isNew
      ? {
          challenge,
          rp: { id, name: "Field Agents" },
          user: { id: "dGVjaA", name: "tech", displayName: "tech" },
          pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key", alg })),
          excludeCredentials: keys,
          authenticatorSelection: { userVerification: "required" },
        }
      : { challenge, rpId: id, allowCredentials: keys, userVerification: "required" };
    return { type: isNew ? "create" : "request", credential_options: { publicKey } };
  }

  #noteMistakes({ type, credential_response }: KeyAnswer, challenge: string, isNew: boolean): void {
    const { clientDataJSON } = credential_response.response;
    const said = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    const right = { type: isNew ? "webauthn.create" : "webauthn.get", challenge };
    for (const [name, value] of Object.entries({ ...right, origin: this.#origin })) {
      if (said[name] !== value) this.mistakes.push(`${name} ${said[name]}`);
    }
    if (type !== (isNew ? "create" : "request")) this.mistakes.push(type);
  }

  #verify(route: Route, factor: WireFactor, body: Record<string, unknown>): Promise<void> {
    const given = this.#challenges.get(String(body.challenge_id));
    if (given?.factor !== factor.id) return refuse(route, 422, "mfa_factor_not_found");
    if (factor.factor_type === "webauthn") {
      const answer = body.webauthn as KeyAnswer;
      const isNew = factor.status === "unverified";
      this.#noteMistakes(answer, given.expects, isNew);
      const { id } = answer.credential_response;
      if (isNew) this.#keys.set(id, factor.id);
      else if (!this.takesKeys || this.#keys.get(id) !== factor.id) {
        return refuse(route, 500, "unexpected_failure");
      }
    } else if (body.code !== given.expects) {
      return refuse(route, 422, "mfa_verification_failed");
    }
    this.#challenges.delete(String(body.challenge_id));
    factor.status = "verified";
    this.#level = "aal2";
    if (this.#passed === null) throw new Error("Nobody has signed in");
    return route.fulfill({ json: this.#session(this.#passed) });
  }

  #remove(route: Route, id: string): Promise<void> {
    const factor = this.factors.find((each) => each.id === id);
    if (factor?.status === "verified" && this.#level === "aal1") {
      return refuse(route, 422, "insufficient_aal");
    }
    this.factors = this.factors.filter((each) => each !== factor);
    for (const [key, of] of this.#keys) if (of === id) this.#keys.delete(key);
    return route.fulfill({ json: { id } });
  }

  #withFactors(user: object): object {
    return { ...user, factors: this.factors };
  }

  /** The session with an access token of the current level, signed as the backend signs its own. */
  #session(session: Session): Session {
    const claims = { ...claimsOf(session.access_token), aal: this.#level };
    return {
      ...session,
      access_token: signToken(this.#key, claims),
      user: this.#withFactors(session.user),
    };
  }
}

function refuse(route: Route, status: number, code: string): Promise<void> {
  return route.fulfill({
    status,
    headers: { "x-supabase-api-version": "2024-01-01" },
    json: { code, message: code },
  });
}

/** Adds a virtual security key. `dismiss(true)`: its holder refuses from now on. */
export async function plugInKey(
  page: Page,
): Promise<{ dismiss(dismissed: boolean): Promise<void> }> {
  const devTools: CDPSession = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    dismiss: async (dismissed) => {
      const isUserVerified = !dismissed;
      await devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}
