/** A phone number as people write it, as E.164; null when it is none, or has no country code. */
export function readPhoneNumber(written: string): string | null {
  const number = written.replace(/[\s().\-/]/g, "").replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
