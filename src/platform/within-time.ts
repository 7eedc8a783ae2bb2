/** The result of some work, or `instead` if that takes longer than `ms`. */
export async function withinTime<T, Instead>(
  ms: number,
  work: Promise<T>,
  instead: Instead,
): Promise<T | Instead> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<Instead>((resolve) => {
    timer = setTimeout(() => resolve(instead), ms);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
