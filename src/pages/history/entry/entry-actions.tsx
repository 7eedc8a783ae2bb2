import { AGENTS, type Agent } from "@contracts/agent.ts";
import { doneAt } from "@contracts/log-time.ts";
import { FileDown, LoaderCircle, Share2 } from "lucide-react";
import { useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { readPhoto } from "#mirror/person/photos.ts";
import { formatMoment } from "#ui/format.ts";
import { itemFileName } from "#ui/item-file-name.ts";
import { PlainButton } from "#ui/plain-button.tsx";
import { saveFile } from "#ui/save-file.ts";
import { showError, showStatus } from "#ui/toast.ts";
import type { EntryPart, PdfReply, PrintedEntry } from "../entry-pdf.worker.ts";
import workerAddress from "../entry-pdf.worker.ts?worker&url";

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
      const file = await makeEntryPdf({ title: printedTitle(log), photo: photo ?? null, parts });
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
      <PlainButton icon={Share2} aria-label={`Share, ${about}`} onClick={() => void share(log)}>
        Share
      </PlainButton>
      <PlainButton
        icon={isMaking ? LoaderCircle : FileDown}
        aria-label={`Save as PDF, ${about}`}
        aria-busy={isMaking || undefined}
        onClick={() => isMaking || void makePdf()}
      >
        PDF
      </PlainButton>
    </>
  );
}

const KINDS = { voice: "voice", snap: "photo", label: "question", ask: "question" } as const;

/** Offers an entry to other apps; a browser that cannot do that copies it. */
async function share(log: MirroredAgentLog): Promise<void> {
  const title = printedTitle(log);
  const parts = (await entryParts(log)).map(({ heading, text }) => `${heading}\n${text}`);
  const text = [title, ...parts].join("\n\n");
  try {
    if (navigator.share === undefined) {
      await navigator.clipboard.writeText(text);
      showStatus("Copied", "Paste it where you want to send it.");
    } else await navigator.share({ title, text });
  } catch (error) {
    // The person closed the list of apps.
    if (error instanceof DOMException && error.name === "AbortError") return;
    showError("Error", "This can't be shared from here. Copy it instead.");
  }
}

/** Lets the device keep what makes PDF files, so that it works without a network from then on. */
export async function keepPdfMaker(): Promise<void> {
  // Without a network it is tried again on the next visit.
  await fetch(workerAddress).catch(() => {});
}

/** Makes a PDF file of an entry, in a worker. @throws when the device does not have the code yet */
function makeEntryPdf(entry: PrintedEntry): Promise<Blob> {
  const worker = new Worker(workerAddress, { type: "module" });
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<PdfReply>) => {
      if ("file" in data) resolve(data.file);
      else reject(new Error(data.error));
    });
    worker.addEventListener("error", () => reject(new Error("The code can't be loaded")));
    worker.postMessage(entry);
  }).finally(() => worker.terminate());
}

/** The heading of an agent's input; for a photo, the heading of the note about it. */
export function inputHeading(agent: Agent): string {
  if (agent === "snap") return "Note";
  return AGENTS[agent].answersQuestions ? "Question" : "Full Transcription";
}

/** The title of a passed on entry: "Voice Agent, Nov 24, 2026, 8:14 AM". */
function printedTitle(log: MirroredAgentLog): string {
  return `${AGENTS[log.agent_type].name}, ${formatMoment(doneAt(log))}`;
}

/** The texts of an entry, the result before the input; none that is empty or repeated. */
async function entryParts(log: MirroredAgentLog): Promise<EntryPart[]> {
  const { agent_type, output_summary, input_data } = log;
  const { readableText } = await import("#ui/readable-text.ts");
  const summary = output_summary ?? "";
  const parts = [
    {
      heading: "Summary",
      text: agent_type === "voice" ? summary : readableText(summary, agent_type !== "snap"),
    },
    ...(input_data === summary
      ? []
      : [{ heading: inputHeading(agent_type), text: input_data ?? "" }]),
  ];
  return parts.filter(({ text }) => text !== "");
}
