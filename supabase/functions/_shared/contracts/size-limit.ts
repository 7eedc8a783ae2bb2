const MIB = 1024 * 1024;

/** A limit in bytes as text: "10 MB", "8 MiB". */
export function describeSizeLimit(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes / 1_000_000} MB`;
}
