/** Wakes all waiting code. */
export function createNotifier() {
  let wakeUp = () => {};
  let next: Promise<void> = Promise.resolve();
  function begin(): void {
    next = new Promise((resolve) => {
      wakeUp = resolve;
    });
  }
  begin();
  return {
    /** Resolves at the next call of `notify`. */
    wait: () => next,
    notify(): void {
      wakeUp();
      begin();
    },
  };
}
