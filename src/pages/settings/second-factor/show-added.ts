import { showStatus } from "#ui/toast.ts";

/** Shows that a factor is active from now on. */
export function showAdded(name: string): void {
  showStatus("Second factor added", `${name} is asked for at your next sign-in.`);
}
