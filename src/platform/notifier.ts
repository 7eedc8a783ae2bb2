/** Wakes all waiting code. */
export interface Notifier {
  /** Resolves at the next call of `notify`. */
  wait(): Promise<void>;
  notify(): void;
}

export function createNotifier(): Notifier {
  let wakeUp = () => {};
  let next: Promise<void> = Promise.resolve();
  function begin(): void {
    next = new Promise((resolve) => {
      wakeUp = resolve;
    });
  }
  begin();
  return {
    wait: () => next,
    notify(): void {
      wakeUp();
      begin();
    },
  };
}
