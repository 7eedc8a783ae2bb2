/**
 * What says that a request comes from the server itself. Keys of old projects are JWTs and say in
 * Authorization whose rights they carry. The newer `sb_secret_…` ones are no JWTs and are refused
 * there.
 */
export function serviceKeyHeaders(key: string): Record<string, string> {
  return key.startsWith("ey") ? { apikey: key, Authorization: `Bearer ${key}` } : { apikey: key };
}
