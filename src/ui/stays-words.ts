/** What becomes of unsent work when its person signs out. */
export function staysWords(waiting: number): string {
  return waiting === 1
    ? "1 item is waiting on this device. It stays here and is sent when you sign in again with the same account."
    : `${waiting} items are waiting on this device. They stay here and are sent when you sign in again with the same account.`;
}
