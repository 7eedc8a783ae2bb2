import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Button } from "@mantine/core";
import { DownloadCloud, X } from "lucide-react";
import { useEffect, useState } from "react";
import { roomLeft } from "#platform/storage-quota.ts";
import { formatByteSize } from "#ui/format.ts";
import {
  bytesTaken,
  bytesToCome,
  describeMissingFiles,
  describeStorage,
  underWay,
} from "./manual-state.ts";
import classes from "./storage-summary.module.css";
import type { Manuals } from "./use-manuals.ts";

/**
 * How much space the manuals use and how much is free, with one button to download all missing
 * manuals and one to cancel all running downloads.
 */
export function StorageSummary(props: {
  manuals: Manuals;
  onDownloadAll: (files: readonly KnowledgeFile[]) => void;
  onCancelAll: (files: readonly KnowledgeFile[]) => void;
}) {
  const { files, downloads } = props.manuals;
  const taken = bytesTaken([...downloads.values()]);
  const room = useRoom(taken);
  const missing = files.filter(({ id }) => {
    const download = downloads.get(id);
    return download === undefined || download.refusal !== null;
  });
  const coming = underWay([...downloads.values()]);
  const size = missing.reduce((sum, file) => sum + file.size_bytes, 0);
  return (
    <div className={classes.summary}>
      <p className={classes.room}>{describeStorage(taken, room)}</p>
      {missing.length > 1 && (
        <Button
          leftSection={<DownloadCloud size={20} aria-hidden />}
          onClick={() => props.onDownloadAll(missing)}
        >
          Download all ({formatByteSize(size)})
        </Button>
      )}
      {coming.length > 1 && (
        <div className={classes.coming}>
          <p>{describeMissingFiles(coming.length, bytesToCome(coming))}</p>
          <Button
            variant="default"
            leftSection={<X size={18} aria-hidden />}
            onClick={() => {
              const ids = new Set(coming.map(({ fileId }) => fileId));
              props.onCancelAll(files.filter(({ id }) => ids.has(id)));
            }}
          >
            Cancel all
          </Button>
        </div>
      )}
    </div>
  );
}

/** The free bytes on this device, measured again whenever the space used by manuals has changed. */
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
