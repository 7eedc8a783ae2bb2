/**
 * Where the fonts, character maps and image decoders are that some PDFs need; the build puts them
 * there. The version stands for a hash: what is below it never changes.
 */
export function pdfDataPath(version: string): string {
  return `/assets/on-demand/pdfjs-${version}/`;
}
