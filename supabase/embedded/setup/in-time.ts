/** Waits for a result for so many milliseconds. @returns undefined when it comes later */
export async function inTime<T>(wanted: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return await Promise.race([wanted, late]).finally(() => clearTimeout(timer));
}
