/**
 * Has @supabase/lite hash passwords in a millisecond in place of a fifth of a second: what makes them
 * hard to guess is no part of what is tried, and every sign-in waits for it.
 */
export const CHEAP_PASSWORDS = { LITE_AUTH_BCRYPT_COST: "4" };
