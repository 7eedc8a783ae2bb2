import { createClient } from "@supabase/supabase-js";
import { WebSocket } from "ws";

/** A browser's worth of Realtime: one socket with one channel. */
export type Listener = Awaited<ReturnType<typeof listenTo>>;

interface Heard {
  table: string;
  type: string;
  row: Record<string, unknown>;
  errors: string[] | null;
}

/**
 * Follows tables with the client that the app uses.
 * @param accessToken of the person who listens
 * @throws when the backend does not let them join
 */
export async function listenTo(
  backend: { url: string; publishableKey: string },
  accessToken: string,
  tables: readonly string[],
) {
  const client = createClient(backend.url, backend.publishableKey, {
    accessToken: async () => accessToken,
    realtime: { transport: WebSocket as never },
  });
  await client.realtime.setAuth();
  /** The reported changes, each with the row, of a deleted one with its key; and what was left out. */
  const heard: Heard[] = [];
  const channel = client.channel("changes");
  for (const table of tables) {
    channel.on("postgres_changes", { event: "*", schema: "public", table }, (change) => {
      const row = change.eventType === "DELETE" ? change.old : change.new;
      heard.push({ table: change.table, type: change.eventType, row, errors: change.errors });
    });
  }
  /** Leaves and closes the socket. */
  const stop = async () => {
    await client.removeAllChannels();
    await client.realtime.disconnect();
  };
  const joined = await new Promise<string>((resolve) => channel.subscribe(resolve));
  if (joined === "SUBSCRIBED") return { heard, stop };
  await stop();
  throw new Error(`The channel was not joined: ${joined}`);
}
