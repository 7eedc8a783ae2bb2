import type { ReadDocumentBytes } from "#commands/knowledge-upload.ts";
import { describeUnreadParts } from "#features/manuals/unread-parts.tsx";
import { extractDocument } from "#knowledge/extraction/extract-document.ts";
import { showNotice } from "#ui/toast.ts";

/**
 * Reads a document, and shows the person which of its pages nobody can read.
 * @param signal ends the reading
 */
export async function readDocument(
  bytes: ArrayBuffer,
  name: string,
  progress: (done: number) => void,
  signal?: AbortSignal,
): ReturnType<ReadDocumentBytes> {
  const document = await extractDocument(bytes, name, { progress, ...(signal && { signal }) });
  const { pageCount, picturePages, reading } = document;
  if (pageCount !== null && picturePages !== null && picturePages.length > 0) {
    showNotice("Pages without text", describePicturePages(name, picturePages.length, pageCount));
  }
  const others = describeUnreadParts({ page_count: pageCount, reading });
  if (others.length > 0) showNotice(`Not all of ${name} is read`, `${others.join(". ")}.`);
  return document;
}

function describePicturePages(name: string, pictures: number, pages: number): string {
  const which = `${pictures} of ${pages} ${pages === 1 ? "page" : "pages"} of ${name}`;
  return pictures === 1
    ? `${which} is a picture without text. Agents can't read this page.`
    : `${which} are pictures without text. Agents can't read these pages.`;
}
