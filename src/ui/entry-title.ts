/** What the title of an entry is made of. */
interface TitledEntry {
  agent_type: string;
  input_data: string | null;
  output_summary: string | null;
}

/** The title of an entry of the history: its question, or else the first line of what was made of it. */
export function entryTitle({ agent_type, input_data, output_summary }: TitledEntry): string {
  const asked = agent_type === "label" || agent_type === "ask";
  const text = (asked ? input_data : output_summary) || input_data || "";
  const line = text.split("\n").find((each) => each.trim() !== "") ?? "";
  // A model's Markdown marks say nothing in a title.
  return line.replace(/^[#>*\s-]+|[*_`]{1,2}/g, "").trim() || "No words";
}
