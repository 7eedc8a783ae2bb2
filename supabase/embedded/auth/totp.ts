import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

const SETTINGS = { algorithm: "SHA1", digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** The two clocks may differ by one step in either direction. */
const SKEW = 1;

/**
 * Makes a new secret; the authenticator app shows the issuer and the account.
 * @returns the secret in base 32, `otpauth://totp/…` with the secret in it, and that address as an SVG image
 *   without characters that a URL would have to escape
 */
export function newTotpKey({ issuer, account }: { issuer: string; account: string }) {
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
