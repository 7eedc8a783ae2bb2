/** Milliseconds between two reads. */
const BETWEEN_READS = 15;

/**
 * Reads at least once, for `duration` milliseconds or until a promise settles. @returns the median
 * time of a read, in milliseconds
 */
export async function timeReads(
  read: () => Promise<void>,
  until: number | Promise<unknown>,
): Promise<number> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  if (typeof until === "number") setTimeout(end, until);
  else void until.then(end, end);
  const times: number[] = [];
  do {
    const begun = performance.now();
    await read();
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_READS));
  } while (!isOver);
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
