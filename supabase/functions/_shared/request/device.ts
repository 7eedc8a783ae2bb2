/** Kind of device that a `User-Agent` header names; null if it names none. */
export function deviceOf(userAgent: string | null): "Mobile" | "Tablet" | "Desktop" | null {
  if (!userAgent) return null;
  // Android tablets are the Androids that do not call themselves mobile.
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent)) return "Tablet";
  if (/Mobi|iPhone|iPod/i.test(userAgent)) return "Mobile";
  return /Windows|Macintosh|X11|Linux|CrOS/i.test(userAgent) ? "Desktop" : null;
}
