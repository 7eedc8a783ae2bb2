/** The key of localStorage with the paths whose shells are true on this device. */
export const SHELLS_KEY = "shells";
