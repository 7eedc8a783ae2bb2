// @vitest-environment happy-dom
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { deferred } from "#tests/support/deferred.ts";
import { useOneAtATime } from "./use-one-at-a-time.ts";

it("does an action on a row after the one that runs, and only a double tap once", async () => {
  let tools: ReturnType<typeof useOneAtATime> | undefined;
  const Rows = () => {
    tools = useOneAtATime();
    return null;
  };
  createRoot(document.createElement("div")).render(createElement(Rows));
  await vi.waitFor(() => expect(tools).toBeDefined());
  const done: string[] = [];
  const answer = deferred();
  const choose = (row: string, action: string) =>
    tools?.run(row, action, async () => {
      if (row === "slow") await answer.promise;
      done.push(`${row} ${action}`);
    });

  for (const action of ["administrator", "administrator", "technician", "administrator"]) {
    void choose("slow", action);
  }
  await choose("other", "suspend");
  expect(done).toEqual(["other suspend"]);
  await vi.waitFor(() => expect([...(tools?.busy ?? [])]).toEqual(["slow"]));
  answer.resolve();
  await vi.waitFor(() =>
    expect(done.slice(1)).toEqual(["slow administrator", "slow technician", "slow administrator"]),
  );
  await vi.waitFor(() => expect(tools?.busy.size).toBe(0));
});
