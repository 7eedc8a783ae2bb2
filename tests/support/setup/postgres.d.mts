/** The folder with the programs of the newest PostgreSQL server (15 or later), else null. */
export function findPostgres(): string | null;

/** The same, after installing Debian's package where it may; rejects without a server under CI. */
export function ensurePostgres(): Promise<string | null>;
