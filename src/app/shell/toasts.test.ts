// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { showError, showStatus } from "#ui/toast.ts";
import { Toasts } from "./toasts.tsx";

it("shows every failure at once, in front, while other toasts wait for room", async () => {
  const app = createElement(MantineProvider, null, createElement(Toasts));
  createRoot(document.createElement("div")).render(app);
  const shown = (role: string) => document.querySelectorAll(`[role=${role}]`).length;

  for (const number of [1, 2, 3, 4]) showStatus(`Saved ${number}`, "");
  await vi.waitFor(() => expect(shown("status")).toBe(3));
  for (const number of [1, 2, 3, 4]) showError(`Failed ${number}`, "");
  showError("Failed", "once", "id");
  showError("Failed", "once", "id");
  await vi.waitFor(() => expect([shown("alert"), shown("status")]).toEqual([5, 3]));
  expect(document.querySelector("[role]")?.textContent).toContain("Failed 1");
});
