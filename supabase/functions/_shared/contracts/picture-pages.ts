import type { KnowledgeFile } from "./knowledge.ts";

type File = Partial<Pick<KnowledgeFile, "picture_pages">>;

/**
 * The pages of a file that are pictures without text. Empty too where it is not known: rows of older
 * versions of the app lack the field.
 */
export function picturePagesOf(file: File): readonly number[] {
  return file.picture_pages ?? [];
}

/** How many pages of files are pictures without text, as far as it is known. */
export function countPicturePages(files: readonly File[]): number {
  return files.reduce((sum, file) => sum + picturePagesOf(file).length, 0);
}

/** The sentence for a search without results: how many pages could not be searched. Null if there are none. */
export function unsearchedWords(picturePages: number): string | null {
  if (picturePages === 0) return null;
  const are =
    picturePages === 1
      ? "1 page of the documents is a picture"
      : `${picturePages} pages of the documents are pictures`;
  return `${are}, and text in pictures can't be searched.`;
}
