/** The brands of ISO base media files that hold HEVC pictures; an AVIF has others. */
const BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

/** Whether a file is a HEIC photo, as iPhones take them, whatever it is called. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const letters = String.fromCharCode(...head);
  return letters.slice(4, 8) === "ftyp" && BRANDS.has(letters.slice(8, 12));
}
