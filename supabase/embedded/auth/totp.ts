import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

/** What an authenticator app is given. */
export interface TotpKey {
  /** Base32. */
  secret: string;
  /** `otpauth://totp/…` with the secret in it. */
  uri: string;
  /** The uri as an SVG image, which holds nothing that an address would have to escape. */
  qrCode: string;
}

const SETTINGS = { algorithm: "SHA1", digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** Clocks may be one step apart, either way. */
const SKEW = 1;

/** A new secret for an account, as the app will name it. */
export function newTotpKey({ issuer, account }: { issuer: string; account: string }): TotpKey {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ ...SETTINGS, issuer, label: account, secret }).toString();
  return { secret: secret.base32, uri, qrCode: renderSVG(uri, { border: 4, pixelSize: 4 }) };
}

/**
 * The time step (RFC 6238) that a code belongs to, or null when it is wrong at that time.
 * @param secret base32
 * @param now milliseconds since 1970
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const token = code.trim();
  if (!/^\d{6}$/.test(token)) return null;
  const delta = TOTP.validate({
    ...SETTINGS,
    token,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: SKEW,
  });
  return delta === null ? null : TOTP.counter({ period: SETTINGS.period, timestamp: now }) + delta;
}
