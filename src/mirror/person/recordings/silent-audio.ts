import type { AgentLog } from "@contracts/agent-log.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { KeptAudio } from "./recording-rows.ts";

/** Recordings in which no speech was recognised and which exist only here, oldest first. */
export async function silentRecordings(db: PersonDatabase): Promise<KeptAudio[]> {
  const kept = await db.keptAudio.orderBy("arrivedAt").toArray();
  return kept.filter((audio) => audio.empty && hasSound(audio));
}

/** Whether it still owns its chunks: after it was sent again, they belong to the new item. */
export const hasSound = ({ sentAgainAs }: KeptAudio) => sentAgainAs === null;

/** Whether a history row is of a spoken item in which no speech was recognised. */
export const isWithoutSpeech = (log: Pick<AgentLog, "input_type" | "input_data">): boolean =>
  log.input_type === "voice" && (log.input_data ?? "").trim() === "";
