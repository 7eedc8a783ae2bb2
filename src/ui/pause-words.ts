/**
 * Why an attempt was not even looked at, and when the next one will be.
 * @param seconds until then; null when the server did not say
 */
export function pauseWords(seconds: number | null): string {
  return `Too many attempts. ${whenWords(seconds)}`;
}

function whenWords(seconds: number | null): string {
  if (seconds === null) return "Wait a few minutes and try again.";
  if (seconds < 60) return `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  const minutes = Math.ceil(seconds / 60);
  return `Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
}
