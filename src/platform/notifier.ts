/** Whoever waits is woken by the next ring. */
export interface Bell {
  /** Resolves at the next ring. */
  rung(): Promise<void>;
  ring(): void;
}

export function createBell(): Bell {
  let wakeUp = () => {};
  let next: Promise<void> = Promise.resolve();
  function hang(): void {
    next = new Promise((resolve) => {
      wakeUp = resolve;
    });
  }
  hang();
  return {
    rung: () => next,
    ring(): void {
      wakeUp();
      hang();
    },
  };
}
