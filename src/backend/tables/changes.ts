import type { SupabaseClient } from "@supabase/supabase-js";

/** Changes within this time (ms), such as the rows of one statement, are reported once. */
const TOGETHER_MS = 250;

/**
 * Reports other people's changes, from Supabase Realtime. A report contains only that something
 * changed; the app then pulls the rows as usual, so that the mirror is filled in one way only.
 * @param available whether the deployment has Realtime; without it nothing is ever reported
 */
export function openChanges(client: SupabaseClient, available: boolean) {
  let opened = 0;
  return {
    /**
     * Calls `changed` after rows of these tables changed that the person may see. @returns a
     * function that stops it
     */
    follow(tables: readonly string[], changed: () => void): () => void {
      if (!available || tables.length === 0) return () => {};
      let timer: ReturnType<typeof setTimeout> | undefined;
      const report = () => {
        clearTimeout(timer);
        timer = setTimeout(changed, TOGETHER_MS);
      };
      // Each channel needs a new name: a channel that was left accepts no new listeners.
      const channel = client.channel(`changes-${++opened}`);
      for (const table of tables) {
        channel.on("postgres_changes", { event: "*", schema: "public", table }, report);
      }
      let left = false;
      // Subscribe only after the socket has the person's token; before that, the server would
      // report nothing to it.
      void client.realtime.setAuth().then(() => {
        if (!left) channel.subscribe();
      });
      return () => {
        left = true;
        clearTimeout(timer);
        void client.removeChannel(channel);
      };
    },
  };
}
