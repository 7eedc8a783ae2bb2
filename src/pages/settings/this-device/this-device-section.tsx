import { Box, Button, Text } from "@mantine/core";
import { useState } from "react";
import { OfflineUse } from "#features/offline-use/offline-use.tsx";
import { Persistence } from "#features/offline-use/persistence.tsx";
import { endSearch } from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type LocalDataSummary, readLocalDataSummary } from "#mirror/person/local-data-summary.ts";
import { recordingsNow } from "#platform/lock-names.ts";
import { removeFromDevice } from "#session/own-account.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { contentTitle, unfinishedTitle } from "#ui/describe-item.ts";
import { formatElapsed } from "#ui/format.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { showError, showStatus } from "#ui/toast.ts";
import { Section } from "../section.tsx";
import classes from "../settings-page.module.css";

const SpeechModelSection = lazyWhenIdle(
  async () => (await import("#features/speech-model/speech-model-section.tsx")).SpeechModelSection,
  <Box mih="16rem" />,
);

/** Removes all data of the person from this device, before it is given away for example. */
export function ThisDeviceSection({ personId }: { personId: string }) {
  const db = useMirror();
  const [asked, setAsked] = useState<LocalDataSummary | null>(null);

  /** The data that would be removed now; null while any tab is recording. */
  async function look(): Promise<LocalDataSummary | null> {
    if ((await recordingsNow(navigator.locks)).size === 0) return readLocalDataSummary(db);
    showError("Recording in progress", "Stop the recording before you remove your data.");
    return null;
  }

  async function remove(confirmed: LocalDataSummary): Promise<void> {
    setAsked(null);
    const summary = await look();
    if (summary === null) return;
    const known = new Set(localOnlyNames(confirmed).map(({ id }) => id));
    // Another tab has added items meanwhile: ask again, because the person has not agreed to lose
    // them.
    if (localOnlyNames(summary).some(({ id }) => !known.has(id))) return setAsked(summary);
    endSearch();
    if ((await removeFromDevice(personId)) === "removed") {
      showStatus("Your data is removed", describeRemoved(summary));
    } else {
      showError("Not all is removed yet", "Close the other tabs of Field Agents to finish it.");
    }
  }

  return (
    <Section id="this-device" title="This device">
      <OfflineUse />
      <Persistence />
      <SpeechModelSection />
      <p>
        Your history, your recordings, your manuals and what waits to be sent are kept on this
        device, also after you sign out. Remove them before you give it away.
      </p>
      <Button
        variant="default"
        className={classes.final}
        onClick={async () => setAsked(await look())}
      >
        Remove my data from this device
      </Button>
      {asked !== null && (
        <RemovalDialog
          kept={asked}
          onCancel={() => setAsked(null)}
          onConfirm={() => void remove(asked)}
        />
      )}
    </Section>
  );
}

/** Asks before a person's data are removed; asks twice if unsent work would be lost. */
function RemovalDialog(props: {
  kept: LocalDataSummary;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const { kept, onCancel, onConfirm } = props;
  const [warned, setWarned] = useState(false);
  const unsent = unsentNames(kept);
  const onlyHere = localOnlyNames(kept);
  const item = unsent.length === onlyHere.length ? "unsent item" : "item";
  if (warned) {
    return (
      <ConfirmDialog
        key="unsent"
        title={`Lose ${count(onlyHere.length, item, `${item}s`)}?`}
        confirm={unsent.length > 0 ? "Delete unsent work" : "Delete recordings"}
        onCancel={onCancel}
        onConfirm={onConfirm}
      >
        <Text>These are nowhere else. This cannot be undone.</Text>
        <ul className={classes.names} aria-label={unsent.length > 0 ? "Unsent work" : "Recordings"}>
          {onlyHere.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title="Remove my data from this device?"
      confirm={onlyHere.length > 0 ? "Continue" : "Remove"}
      onCancel={onCancel}
      onConfirm={onlyHere.length > 0 ? () => setWarned(true) : onConfirm}
    >
      <Text>
        Everything of yours that this device keeps is deleted, and you are signed out here. What the
        server has stays there.
      </Text>
      {unsent.length > 0 && (
        <Text mt="xs">
          {count(unsent.length, "thing was", "things were")} never sent and would be lost.
        </Text>
      )}
      {kept.empty.length > 0 && (
        <Text mt="xs">
          {count(kept.empty.length, "recording", "recordings")} in which no speech was recognised
          would be lost: nobody else has {kept.empty.length === 1 ? "it" : "them"}.
        </Text>
      )}
      <Text mt="xs">This cannot be undone.</Text>
    </ConfirmDialog>
  );
}

/** The names of all items that were made on this device and never sent. */
export function unsentNames({
  items,
  recordings,
  drafts,
}: LocalDataSummary): { id: string; name: string }[] {
  return [
    ...items.map(({ id, payload }) => ({ id, name: contentTitle(payload) })),
    ...recordings.map((recording) => ({ id: recording.id, name: unfinishedTitle(recording) })),
    ...(drafts > 0 ? [{ id: "drafts", name: count(drafts, "unsaved text", "unsaved texts") }] : []),
  ];
}

/** The names of what exists only here: unsent items, and recordings without recognised speech. */
export function localOnlyNames(summary: LocalDataSummary): { id: string; name: string }[] {
  const empty = summary.empty.map(({ id, durationMs }) => {
    return { id, name: `Recording without recognised speech, ${formatElapsed(durationMs)}` };
  });
  return [...unsentNames(summary), ...empty];
}

/** One sentence about what was removed. */
export function describeRemoved(summary: LocalDataSummary): string {
  const unsent = summary.items.length + summary.recordings.length + summary.drafts;
  const sounds = summary.audio.count + summary.empty.length;
  const parts = [
    count(summary.entries, "entry of your history", "entries of your history"),
    count(summary.manuals, "manual", "manuals"),
    ...(sounds > 0 ? [count(sounds, "recording", "recordings")] : []),
    ...(unsent > 0 ? [count(unsent, "item that was not sent", "items that were not sent")] : []),
  ];
  const last = parts.pop();
  return `Removed from this device: ${parts.join(", ")} and ${last}. You are signed out.`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
