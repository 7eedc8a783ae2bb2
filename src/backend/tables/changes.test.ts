import { expect, it, vi } from "vitest";
import { openChanges } from "./changes.ts";

/** A channel's listeners, by the tables that they follow. */
type Listeners = Map<string, () => void>;

/** A client of Realtime, with the channels that the server reports to. */
function openClient() {
  const joined = new Set<Listeners>();
  const client = {
    realtime: { setAuth: async () => {} },
    channel() {
      const listeners: Listeners = new Map();
      const on = (_: string, { table }: { table: string }, tell: () => void) =>
        listeners.set(table, tell);
      return { on, listeners, subscribe: () => joined.add(listeners) };
    },
    removeChannel: async ({ listeners }: { listeners: Listeners }) => joined.delete(listeners),
  };
  const change = (...tables: string[]) => {
    for (const table of tables) for (const listeners of joined) listeners.get(table)?.();
  };
  return { joined, change, client: client as unknown as Parameters<typeof openChanges>[0] };
}

it("follow reports changes that come together once, until it is stopped", async () => {
  const { joined, change, client } = openClient();
  const { follow } = openChanges(client, true);
  const [changed, other] = [vi.fn(), vi.fn()];
  const leave = follow(["profiles", "user_roles"], changed);
  follow(["companies"], other);
  // The socket does not have the person's token yet.
  expect(joined.size).toBe(0);
  await vi.waitFor(() => expect(joined.size).toBe(2));
  change("profiles", "user_roles", "ai_prompt_settings");
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  change("profiles");
  leave();
  change("profiles", "companies");
  await vi.waitFor(() => expect(other).toHaveBeenCalledOnce());
  expect(changed).toHaveBeenCalledOnce();
});

it("follow opens no channel without Realtime", () => {
  const { client } = openClient();
  const channel = vi.spyOn(client, "channel");
  openChanges(client, false).follow(["profiles"], () => {})();
  expect(channel).not.toHaveBeenCalled();
});
