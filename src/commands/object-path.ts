const LONGEST_NAME = 100;
const LONGEST_READ = 1_000;

/**
 * Where a file is stored: in its company's folder, under a name of plain letters. What the file is
 * called is kept elsewhere, and never part of a path.
 * @param now epoch ms
 */
export function objectPath(companyId: string, fileName: string, now: number): string {
  const plain = fileName
    // No system has longer names; what sorts out accents takes ever longer.
    .slice(-LONGEST_READ)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9.]+/g, "-")
    .replaceAll(/\.{2,}/g, ".")
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, "")
    // Its end, with the ending.
    .slice(-LONGEST_NAME);
  return `${companyId}/${now}_${plain || "file"}`;
}
