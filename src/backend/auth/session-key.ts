/** The storage key of the session, computed from the project's host name as supabase-js does. */
export function sessionKey(url: string): string {
  return `sb-${new URL(url).hostname.split(".")[0]}-auth-token`;
}

/** Whether this is the storage key of a session, of any project. */
export function isSessionKey(key: string): boolean {
  return /^sb-.+-auth-token$/.test(key);
}
