import type { SupabaseClient } from "@supabase/supabase-js";

/** Changes that come in one go, as the rows of one statement do, are told once (ms). */
const TOGETHER_MS = 250;

export type Changes = ReturnType<typeof openChanges>;

/**
 * Word of what others change, from Supabase Realtime. It says only that something changed: what, is
 * asked for as ever, so that one way alone leads into the mirror.
 * @param available whether the deployment has Realtime; without it nothing is ever told
 */
export function openChanges(client: SupabaseClient, available: boolean) {
  let opened = 0;
  return {
    /** Calls back after rows of these tables changed that the person may see. @returns stops it */
    follow(tables: readonly string[], changed: () => void): () => void {
      if (!available || tables.length === 0) return () => {};
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tell = () => {
        clearTimeout(timer);
        timer = setTimeout(changed, TOGETHER_MS);
      };
      // A name of its own each: a channel that was left takes no new listeners.
      const channel = client.channel(`changes-${++opened}`);
      for (const table of tables) {
        channel.on("postgres_changes", { event: "*", schema: "public", table }, tell);
      }
      let left = false;
      // Joined before the socket knows whose it is, it would be told what nobody may see: nothing.
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
