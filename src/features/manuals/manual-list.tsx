import { isComplete } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { Button, Group, Text } from "@mantine/core";
import { Check, Download, DownloadCloud, RotateCw, Trash2, X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type {
  Download as DownloadRow,
  MirroredKnowledgeFile,
} from "#mirror/person/knowledge/knowledge-rows.ts";
import { roomLeft } from "#platform/storage-quota.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { formatBriefMoment, formatByteSize } from "#ui/format.ts";
import { PlainButton } from "#ui/plain-button.tsx";
import { RowList } from "#ui/row-list.tsx";
import { ListPlaceholder, type ListTexts, RefreshNotice } from "../lists/list-placeholder.tsx";
import type { ListState } from "../lists/use-list.ts";
import classes from "./manuals.module.css";
import { openManual } from "./passage-to-open.ts";
import { UnreadParts } from "./unread-parts.tsx";
import {
  type Manual,
  type ManualActions,
  type Manuals,
  useManualActions,
  useManuals,
} from "./use-manuals.ts";

/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 176;

/** The documents of an agent. */
export function ManualList(props: { agent: QuestionAgent }) {
  const { rows: manuals, state } = useManuals(props.agent);
  const reachable = useReachable();
  if (manuals !== undefined && manuals.files.length > 0) {
    return <Files manuals={manuals} state={state} reachable={reachable} />;
  }
  return (
    <>
      <RefreshNotice state={state} />
      <ListPlaceholder state={state} words={TEXTS} rowHeight={USUAL_HEIGHT} />
    </>
  );
}

const TEXTS: ListTexts = {
  empty: "There are no manuals for you yet.",
  loading: "Loading the list of manuals…",
  failed: "The list of manuals could not be loaded.",
  absent: "The list of manuals is not on this device yet. It comes when you are back online.",
};

function Files(props: { manuals: Manuals; state: ListState; reachable: boolean }) {
  const { manuals, state, reachable } = props;
  const { files, downloads } = manuals;
  const actions = useManualActions();
  const active = activeDownload([...downloads.values()]);
  return (
    <div className={classes.scroll}>
      <div className={classes.above}>
        <RefreshNotice state={state} />
        {!reachable && typeof state.refreshed === "number" && (
          <Text inherit c="dimmed">
            As of {formatBriefMoment(state.refreshed, Date.now())}
          </Text>
        )}
        <StorageSummary manuals={manuals} actions={actions} />
      </div>
      <RowList
        rows={files}
        label="Manuals"
        usualHeight={USUAL_HEIGHT}
        scrolls="parent"
        row={(file) => (
          <ManualRow
            file={file}
            state={manualState(downloads.get(file.id), { reachable, active })}
            actions={actions}
          />
        )}
      />
    </div>
  );
}

/** The space that the manuals use, with buttons to download all missing ones and to cancel all. */
function StorageSummary(props: { manuals: Manuals; actions: ManualActions }) {
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
    <Group gap="0.5rem 1rem" justify="space-between">
      <p className={classes.room}>{describeStorage(taken, room)}</p>
      {missing.length > 1 && (
        <Button
          leftSection={<DownloadCloud size={20} aria-hidden />}
          onClick={() => props.actions.download(missing)}
        >
          Download all ({formatByteSize(size)})
        </Button>
      )}
      {coming.length > 1 && (
        <div className={classes.coming}>
          <p>{`${coming.length} files to come, ${formatByteSize(bytesToCome(coming))}`}</p>
          <PlainButton
            icon={X}
            onClick={() => {
              const ids = new Set(coming.map(({ fileId }) => fileId));
              props.actions.remove(files.filter(({ id }) => ids.has(id)));
            }}
          >
            Cancel all
          </PlainButton>
        </div>
      )}
    </Group>
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

/** A document, its download state on this device, and its actions. */
function ManualRow(props: { file: Manual; state: ManualState; actions: ManualActions }) {
  const { file, state, actions } = props;
  const name = useId();
  const facts = [file.file_name, formatByteSize(file.size_bytes)];
  if (file.page_count !== null) {
    facts.splice(1, 0, file.page_count === 1 ? "1 page" : `${file.page_count} pages`);
  }
  if (!isComplete(file)) facts.push("Not searchable yet");
  return (
    <div className={classes.row}>
      <h3 className={classes.title}>
        <button
          id={name}
          type="button"
          className={classes.name}
          onClick={() => openManual(file.id, file.file_name)}
        >
          {file.title}
        </button>
      </h3>
      <Text inherit c="dimmed" fz="sm" style={{ overflowWrap: "anywhere" }}>
        {facts.join(" · ")}
      </Text>
      <UnreadParts file={file} />
      <DownloadLine file={file} state={state} actions={actions} name={name} />
    </div>
  );
}

/** The download state of a document on this device, with the action that is possible. */
export function DownloadLine(props: {
  file: MirroredKnowledgeFile;
  state: ManualState;
  actions: ManualActions;
  /** The id of the element with the document's name. */
  name: string;
}) {
  const { file, state, actions, name } = props;
  const { label, Icon, act } = chooseAction(file, state, actions);
  return (
    <>
      {state.kind === "downloading" && (
        <progress className={classes.bar} aria-labelledby={name} value={state.share} />
      )}
      <Group gap="0.5rem" justify="space-between">
        <p className={classes.state} data-kind={state.kind}>
          {state.kind === "here" && <Check size={18} aria-hidden />}
          {describeState(state, file.passagesOf !== null)}
        </p>
        {/* The same element in every state, so that it keeps the focus when the state changes. */}
        <PlainButton className={classes.action} icon={Icon} aria-describedby={name} onClick={act}>
          {label}
        </PlainButton>
      </Group>
    </>
  );
}

function chooseAction(file: MirroredKnowledgeFile, state: ManualState, actions: ManualActions) {
  switch (state.kind) {
    case "absent":
      return { label: "Download", Icon: Download, act: () => actions.download([file]) };
    case "refused":
      return { label: "Retry", Icon: RotateCw, act: () => actions.download([file]) };
    case "waiting":
    case "downloading":
      return { label: "Cancel", Icon: X, act: () => actions.remove([file]) };
    case "here":
      return { label: "Remove", Icon: Trash2, act: () => actions.remove([file]) };
  }
}

/** The download state of a manual on this device. */
type ManualState =
  | { kind: "absent" }
  /** Requested, but another download runs first or there is no connection. */
  | { kind: "waiting"; offline: boolean }
  /** `share` (0 to 1) of the file has been received. */
  | { kind: "downloading"; share: number }
  | { kind: "refused"; why: string }
  | { kind: "here" };

/** The downloads that are neither complete nor refused. */
export function underWay(downloads: readonly DownloadRow[]): DownloadRow[] {
  return downloads.filter(({ state, refusal }) => state === "wanted" && refusal === null);
}

/** The id of the download that is running: the downloader loads one file at a time. */
export function activeDownload(downloads: readonly DownloadRow[]): string | null {
  // The downloader takes them in the order of their ids.
  return (
    underWay(downloads)
      .map(({ fileId }) => fileId)
      .sort()[0] ?? null
  );
}

export function manualState(
  download: DownloadRow | undefined,
  circumstances: { reachable: boolean; active: string | null },
): ManualState {
  if (download === undefined) return { kind: "absent" };
  if (download.state === "whole") return { kind: "here" };
  if (download.refusal !== null) return { kind: "refused", why: download.refusal };
  if (!circumstances.reachable) return { kind: "waiting", offline: true };
  if (circumstances.active !== download.fileId) return { kind: "waiting", offline: false };
  const share = download.sizeBytes === 0 ? 0 : download.receivedBytes / download.sizeBytes;
  return { kind: "downloading", share: Math.min(1, share) };
}

/** @param textHere whether the text of its passages is on this device, without the file */
export function describeState(state: ManualState, textHere: boolean): string {
  switch (state.kind) {
    case "absent":
      return textHere ? "Only its text is on this device" : "Not on this device";
    case "waiting":
      return state.offline ? "Waiting for a connection" : "Waiting for its turn";
    case "downloading":
      return `Downloading… ${Math.floor(state.share * 100)}%`;
    case "refused":
      return state.why;
    case "here":
      return "On this device";
  }
}

/** The bytes that downloads use on this device, received parts of unfinished files included. */
export function bytesTaken(downloads: readonly DownloadRow[]): number {
  return downloads.reduce(
    (sum, { state, sizeBytes, receivedBytes }) =>
      sum + (state === "whole" ? sizeBytes : receivedBytes),
    0,
  );
}

/** The bytes that are still missing of some downloads. */
export function bytesToCome(downloads: readonly DownloadRow[]): number {
  return downloads.reduce(
    (sum, { sizeBytes, receivedBytes }) => sum + Math.max(0, sizeBytes - receivedBytes),
    0,
  );
}

/** @param room free bytes; null if the browser does not report it */
export function describeStorage(taken: number, room: number | null): string {
  const here = taken === 0 ? "No files on this device" : `${formatByteSize(taken)} on this device`;
  return room === null ? here : `${here} · ${formatByteSize(room)} free`;
}
