/** Converts a typed phone number to E.164; null if it is not a number or has no country code. */
export function readPhoneNumber(written: string): string | null {
  const number = written.replace(/[\s().\-/]/g, "").replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
