import { expect, it, vi } from "vitest";
import { unreachable } from "#backend/outcome.ts";
import { createFailedRefreshes, type Pull } from "./pull.ts";

const pull: Pull = { scope: "history", tables: [], run: () => Promise.reject(new Error("unused")) };
const OK = { kind: "ok", value: null } as const;
const REFUSED = { kind: "never", code: "42501", message: "no" } as const;

it("remembers a refusal and a request without an answer until the list is refreshed", () => {
  const failed = createFailedRefreshes();
  const changed = vi.fn();
  failed.subscribe(changed);
  failed.note(pull, 4, OK);
  expect(changed).not.toHaveBeenCalled();
  failed.note(pull, 5, REFUSED);
  expect(failed.of("history")).toEqual({ pull, askedAt: 5 });
  failed.note(pull, 6, OK);
  expect(failed.of("history")).toBeNull();
  expect(changed).toHaveBeenCalledTimes(2);
  failed.note(pull, 7, unreachable());
  // What was not sent tells nothing.
  failed.note(pull, 8, null);
  expect(failed.of("history")).toEqual({ pull, askedAt: 7 });
});
