import { photoPayloadSchema } from "@contracts/queue-item.ts";
import { snapProcessReplySchema } from "@contracts/snap-process.ts";
import type { Replayer } from "./replayer.ts";
import { step } from "./step.ts";
import { writeLog } from "./write-log.ts";

/** Sends a photo: has it diagnosed, then writes its history row with the same id. */
export const replayPhoto: Replayer = async (attempt) => {
  const { item, db, backend, signal } = attempt;
  const { note } = photoPayloadSchema.parse(item.payload);
  const analysed = await step(attempt, "analyse", snapProcessReplySchema, async () => {
    const [bytes] = (await attempt.content()).chunks;
    if (bytes === undefined) {
      const message = "The photo is not on this device any more.";
      return { kind: "never", code: "photo_missing", message };
    }
    const call = { personId: db.personId, key: item.id, signal };
    return backend.functions.snapProcess({ bytes, note }, call);
  });
  if (analysed.kind !== "ok") return analysed;
  const reply = analysed.value;
  const log = await writeLog(attempt, {
    agent_type: "snap",
    input_type: "image",
    input_data: note,
    output: reply.analysis,
  });
  return log.kind === "ok" ? { kind: "ok", value: { reply, log: log.value } } : log;
};
