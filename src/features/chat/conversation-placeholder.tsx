import { ListPlaceholder, type ListTexts } from "../lists/list-placeholder.tsx";
import type { ListState } from "../lists/use-list.ts";

const TEXTS: ListTexts = {
  // An empty conversation shows what can be asked instead.
  empty: "",
  loading: "Loading your conversation...",
  failed: "Your conversation could not be loaded.",
  absent: "",
};
/** The height of a short message, in px. */
const BUBBLE_HEIGHT = 72;

const LOADING = { phase: "loading", retry: async () => {} } as const;

/** Stands in place of a conversation that is loading, by default, or that could not be loaded. */
export function ConversationPlaceholder(props: { state?: Pick<ListState, "phase" | "retry"> }) {
  const { state = LOADING } = props;
  return <ListPlaceholder state={state} words={TEXTS} rowHeight={BUBBLE_HEIGHT} rows={4} />;
}
