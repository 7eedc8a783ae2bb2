/**
 * The address of the fonts, character maps and image decoders that some PDFs need; the build copies
 * them there. The version has the role of a hash: files below this address never change.
 */
export function pdfDataPath(version: string): string {
  return `/assets/on-demand/pdfjs-${version}/`;
}
