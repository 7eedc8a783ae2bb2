const { FAULTS_SHARD = "0", FAULTS_SHARDS = "1" } = process.env;

/** Which of so many processes this is, counted from 0. */
export const SHARD = Number(FAULTS_SHARD);

/** How many processes share the work. */
export const SHARDS = Number(FAULTS_SHARDS);

/** What this process has to do of a whole that is shared out, every so-many-th of it. */
export function share<T>(whole: readonly T[]): T[] {
  return whole.filter((_, index) => index % SHARDS === SHARD);
}

/** How many of a number of equal things this process has to do. */
export function shareOf(count: number): number {
  return Math.floor(count / SHARDS) + (SHARD < count % SHARDS ? 1 : 0);
}
