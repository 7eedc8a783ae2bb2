/** A function that joins the running call of `work` instead of starting a second one. */
export function joining<Args extends unknown[], T>(work: (...args: Args) => Promise<T>) {
  let running: Promise<T> | null = null;
  return (...args: Args): Promise<T> => {
    running ??= work(...args).finally(() => {
      running = null;
    });
    return running;
  };
}

const last = new Map<string, Promise<unknown>>();

/** Does `work` once all earlier work with the same name has ended, successfully or not. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
  last.set(name, turn);
  const leave = () => {
    if (last.get(name) === turn) last.delete(name);
  };
  void turn.then(leave, leave);
  return turn;
}
