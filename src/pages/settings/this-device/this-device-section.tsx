import { Button } from "@mantine/core";
import { useState } from "react";
import { OfflineUse } from "#features/offline-use/offline-use.tsx";
import { Persistence } from "#features/offline-use/persistence.tsx";
import { endSearch } from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type LocalDataSummary, readLocalDataSummary } from "#mirror/person/local-data-summary.ts";
import { recordingsNow } from "#platform/lock-names.ts";
import { removeFromDevice } from "#session/removal.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { showError, showStatus } from "#ui/toast.ts";
import { Section } from "../section.tsx";
import classes from "../settings-page.module.css";
import { describeRemoved, localOnlyNames } from "./local-data-texts.ts";
import { RemovalDialog } from "./removal-dialog.tsx";

const SpeechModelSection = lazyWhenIdle(
  async () => (await import("#features/speech-model/speech-model-section.tsx")).SpeechModelSection,
  <div className={classes.speech} />,
);

/**
 * Removes all data of the person from this device, for example before the device is given away or
 * shared.
 */
export function ThisDeviceSection({ personId }: { personId: string }) {
  const db = useMirror();
  const [asked, setAsked] = useState<LocalDataSummary | null>(null);

  /** The data that would be removed now; null while any tab is recording. */
  async function look(): Promise<LocalDataSummary | null> {
    if ((await recordingsNow(navigator.locks)).size === 0) return readLocalDataSummary(db);
    showError("Recording in progress", "Stop the recording before you remove your data.");
    return null;
  }

  async function ask(): Promise<void> {
    setAsked(await look());
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
      <div className={classes.body}>
        <OfflineUse />
        <Persistence />
        <SpeechModelSection />
        <p className={classes.text}>
          Your history, your recordings, your manuals and what waits to be sent are kept on this
          device, also after you sign out. Remove them before you give it away.
        </p>
        <Button
          variant="default"
          classNames={{ root: classes.final ?? "", label: classes.wrapped ?? "" }}
          onClick={() => void ask()}
        >
          Remove my data from this device
        </Button>
      </div>
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
