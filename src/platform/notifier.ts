/** Whoever waits is woken by the next ring. */
export interface Notifier {
  /** Resolves at the next ring. */
  wait(): Promise<void>;
  notify(): void;
}

export function createNotifier(): Notifier {
  let wakeUp = () => {};
  let next: Promise<void> = Promise.resolve();
  function hang(): void {
    next = new Promise((resolve) => {
      wakeUp = resolve;
    });
  }
  hang();
  return {
    wait: () => next,
    notify(): void {
      wakeUp();
      hang();
    },
  };
}
