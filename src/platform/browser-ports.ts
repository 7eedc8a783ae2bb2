import { v7 as uuidv7 } from "uuid";
import type { Ports } from "./ports.ts";

/** The ports of a browser tab or a service worker. */
export const browserPorts: Ports = {
  clock: {
    now: () => Date.now(),
    ticks: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  },
  random: () => Math.random(),
  newId: () => uuidv7(),
  locks: {
    request: async (name, options, granted) => {
      await navigator.locks.request(name, options, granted);
    },
    query: () => navigator.locks.query(),
  },
};
