/** The agents by the names that people know them by. */
export const AGENT_WORDS = {
  voice: "Voice Agent",
  snap: "Snap Agent",
  label: "Label Agent",
  ask: "Ask Agent",
} as const;
