/** Under which the session is kept, as supabase-js derives it: from the project's host name. */
export function sessionKey(url: string): string {
  return `sb-${new URL(url).hostname.split(".")[0]}-auth-token`;
}

/** Whether a session is kept under a key, of whichever project. */
export function isSessionKey(key: string): boolean {
  return /^sb-.+-auth-token$/.test(key);
}
