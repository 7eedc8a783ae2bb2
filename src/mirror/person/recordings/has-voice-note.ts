import type { PersonDatabase } from "../person-database.ts";

/** Whether the person has ever made a voice note, on this device or another. */
export async function hasVoiceNote(db: PersonDatabase): Promise<boolean> {
  const arrived = db.agentLogs
    .where("[agent_type+created_at]")
    .between(["voice", ""], ["voice", "\uffff"]);
  if ((await arrived.first()) !== undefined) return true;
  const waits = db.recordings.filter(
    ({ state, question }) => state === "sealed" && question === undefined,
  );
  return (await waits.first()) !== undefined;
}
