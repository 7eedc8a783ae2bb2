const { FAULTS_SHARD = "0", FAULTS_SHARDS = "1" } = process.env;

/** The number of this process, counted from 0. */
export const SHARD = Number(FAULTS_SHARD);

/** How many processes share the work. */
export const SHARDS = Number(FAULTS_SHARDS);

/** This process's share of a list: every `SHARDS`-th element. */
export function share<T>(whole: readonly T[]): T[] {
  return whole.filter((_, index) => index % SHARDS === SHARD);
}

/** This process's share of `count` equal tasks. */
export function shareOf(count: number): number {
  return Math.floor(count / SHARDS) + (SHARD < count % SHARDS ? 1 : 0);
}
