/** The first of "Phone", "Phone 2" and so on that is not taken. */
export function freeName(first: string, taken: readonly string[]): string {
  if (!taken.includes(first)) return first;
  let number = 2;
  while (taken.includes(`${first} ${number}`)) number += 1;
  return `${first} ${number}`;
}
