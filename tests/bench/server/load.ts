import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Requests of one kind, each of another person, sent by `callers` who wait for each answer. */
export interface LoadJob {
  /** Origins of servers that are one to their callers, who are shared out among them. */
  servers: readonly string[];
  callers: number;
  method: "GET" | "POST";
  path: string;
  /** What all requests have in common; absent where each has a body of its own. */
  body?: Uint8Array;
  /** What each request has for itself. */
  requests: readonly { headers: Record<string, string>; body?: string }[];
  /** How many rows every answer holds. */
  rows?: number;
}

export interface LoadResult {
  /** From the first request to the last answer. */
  seconds: number;
  /** How long each answer took, in milliseconds. */
  times: number[];
  /** How many requests failed, by the reason. */
  failures: Record<string, number>;
}

export interface LoadProcess {
  run(job: LoadJob): Promise<LoadResult>;
  end(): void;
}

/** Starts the process that sends requests, so that whoever measures is not slowed by a server. */
export function startLoad(): LoadProcess {
  const script = fileURLToPath(new URL("load.mjs", import.meta.url));
  const child = fork(script, { serialization: "advanced" });
  return {
    async run(job) {
      const listening = new AbortController();
      const { signal } = listening;
      const ended = once(child, "exit", { signal }).then(() => {
        throw new Error("The process that sends requests has ended.");
      });
      child.send(job);
      try {
        const [result] = await Promise.race([once(child, "message", { signal }), ended]);
        return result;
      } finally {
        listening.abort();
      }
    },
    end: () => void child.kill(),
  };
}
