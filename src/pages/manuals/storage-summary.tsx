import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Button } from "@mantine/core";
import { DownloadCloud } from "lucide-react";
import { useEffect, useState } from "react";
import { roomLeft } from "../../sync/storage-room.ts";
import { byteSizeWords } from "../../ui/byte-size.ts";
import { bytesTaken, roomWords } from "./manual-state.ts";
import classes from "./storage-summary.module.css";
import type { Manuals } from "./use-manuals.ts";

/** What the manuals take on this device, what room is left, and a button for all that are missing. */
export function StorageSummary(props: {
  manuals: Manuals;
  onDownloadAll: (files: readonly KnowledgeFile[]) => void;
}) {
  const { files, downloads } = props.manuals;
  const taken = bytesTaken([...downloads.values()]);
  const room = useRoom(taken);
  const missing = files.filter(({ id }) => {
    const download = downloads.get(id);
    return download === undefined || download.refusal !== null;
  });
  const size = missing.reduce((sum, file) => sum + file.size_bytes, 0);
  return (
    <div className={classes.summary}>
      <p className={classes.room}>{roomWords(taken, room)}</p>
      {missing.length > 1 && (
        <Button
          leftSection={<DownloadCloud size={20} aria-hidden />}
          onClick={() => props.onDownloadAll(missing)}
        >
          Download all ({byteSizeWords(size)})
        </Button>
      )}
    </div>
  );
}

/** Bytes left on this device, asked for again whenever what the manuals take has changed. */
function useRoom(taken: number): number | null {
  const [room, setRoom] = useState<{ taken: number; left: number | null } | null>(null);
  const current = room?.taken === taken;
  useEffect(() => {
    if (current) return;
    let left = false;
    void roomLeft().then((bytes) => left || setRoom({ taken, left: bytes }));
    return () => {
      left = true;
    };
  }, [taken, current]);
  return room?.left ?? null;
}
