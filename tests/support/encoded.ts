/** The bytes of a text in an encoding that is read only. */
export function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, number[]>();
  const add = (...bytes: number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes));
    if ([...letter].length === 1 && !codes.has(letter)) codes.set(letter, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  for (let lead = 0x81; lead < 255; lead += 1) {
    for (let trail = 0x40; trail < 255; trail += 1) add(lead, trail);
  }
  return Uint8Array.from([...text].flatMap((letter) => codes.get(letter) ?? [0x3f]));
}
