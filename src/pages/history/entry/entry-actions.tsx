import { doneAt } from "@contracts/log-time.ts";
import { ActionIcon } from "@mantine/core";
import { FileDown, Share2 } from "lucide-react";
import { useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { readPhoto } from "#mirror/person/photos.ts";
import { formatMoment } from "#ui/format.ts";
import { itemFileName } from "#ui/item-file-name.ts";
import { saveFile } from "#ui/save-file.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { makeEntryPdf } from "../pdf/make-entry-pdf.ts";
import { entryParts, entryText, entryTitle } from "./entry-text.ts";

/** Passes an entry on: to another app, or as a PDF file made on this device. */
export function EntryActions({ log }: { log: MirroredAgentLog }) {
  const about = formatMoment(doneAt(log));
  const [isMaking, setIsMaking] = useState(false);
  const db = useMirror();

  async function makePdf(): Promise<void> {
    setIsMaking(true);
    try {
      const [parts, photo] = await Promise.all([
        entryParts(log),
        log.agent_type === "snap" ? readPhoto(db, log.id) : undefined,
      ]);
      const file = await makeEntryPdf({ title: entryTitle(log), photo: photo ?? null, parts });
      saveFile(file, itemFileName(KINDS[log.agent_type], doneAt(log), "application/pdf"), ".pdf");
    } catch (error) {
      console.error("An entry could not be made into a PDF file", error);
      showError("Error", "The PDF could not be made. Try again when you are online.");
    } finally {
      setIsMaking(false);
    }
  }

  return (
    <>
      <ActionIcon variant="default" aria-label={`Share, ${about}`} onClick={() => void share(log)}>
        <Share2 size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={`Save as PDF, ${about}`}
        loading={isMaking}
        onClick={() => void makePdf()}
      >
        <FileDown size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}

const KINDS = { voice: "voice", snap: "photo", label: "question", ask: "question" } as const;

/** Offers an entry to other apps; a browser that cannot do that copies it. */
async function share(log: MirroredAgentLog): Promise<void> {
  const text = await entryText(log);
  try {
    if (navigator.share === undefined) {
      await navigator.clipboard.writeText(text);
      showStatus("Copied", "Paste it where you want to send it.");
    } else await navigator.share({ title: entryTitle(log), text });
  } catch (error) {
    // The person closed the list of apps.
    if (error instanceof DOMException && error.name === "AbortError") return;
    showError("Error", "This can't be shared from here. Copy it instead.");
  }
}
