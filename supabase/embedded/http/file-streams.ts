import type { MiddlewareHandler } from "hono";
import { admissionRefusal } from "./admission-control.ts";
import { FairQueue } from "./fair-queue.ts";
import { storageWording } from "./refusal-wording.ts";
import type { RequestCaller } from "./request-caller.ts";

/**
 * Limits of the files that are sent at a time: each one takes time of the thread that serves
 * everybody.
 */
const limits = { perCaller: 2, total: 100, maxWaiting: 1000, maxWaitMs: 60_000 };

/**
 * Sends only a few files of one caller at a time; requests for others wait without using the
 * database.
 */
export function limitFileStreams(): MiddlewareHandler<{ Variables: { caller: RequestCaller } }> {
  const line = new FairQueue(limits);
  return async (c, next) => {
    let leave = () => {};
    try {
      leave = await line.enter(c.var.caller.name, 1, c.req.raw.signal);
    } catch (error) {
      const reply = admissionRefusal(c, error, storageWording);
      if (!reply) throw error;
      return reply;
    }
    try {
      await next();
    } catch (error) {
      leave();
      throw error;
    }
    const { res } = c;
    if (!res.body) return leave();
    const body = res.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({ flush: leave, cancel: leave }),
    );
    c.res = undefined;
    c.res = new Response(body, res);
  };
}
