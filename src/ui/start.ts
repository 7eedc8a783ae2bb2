/**
 * The state of a navigation to the start page that the app makes by itself, after a sign-in or when
 * it is opened. Only `app` and `pages` navigate; pages may not import from `app`.
 */
export const START = "start";
