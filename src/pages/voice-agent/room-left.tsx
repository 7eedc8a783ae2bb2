import { useEffect, useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { roomForWork } from "#outbox/room-for-work.ts";
import classes from "./voice-agent-page.module.css";

/** With less free space than this, the person is told how much is left. */
const SMALL_ROOM_BYTES = 50_000_000;
/** The size of a minute of speech at the recorder's 32 kbit/s. */
const BYTES_PER_MINUTE = 240_000;

/**
 * Says how much can still be recorded, if it is little. Sent recordings count as free space,
 * because they can be deleted. Measured again after each note.
 */
export function RoomLeft(props: { idle: boolean }) {
  const { idle } = props;
  const db = useMirror();
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    if (!idle) return;
    // If the browser does not tell the free space, nothing is shown.
    roomForWork(db).then(setRoom, () => undefined);
  }, [db, idle]);
  if (room === null || room >= SMALL_ROOM_BYTES) return null;
  return <p className={classes.cardNote}>{roomWords(room)}</p>;
}

function roomWords(room: number): string {
  const minutes = Math.floor(room / BYTES_PER_MINUTE);
  if (minutes < 1) return "This device is almost out of space: there is none for another minute.";
  const amount = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `Space left on this device: about ${amount} of audio.`;
}
