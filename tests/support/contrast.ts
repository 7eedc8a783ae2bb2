/** Red, green and blue, 0 to 255. */
export type Rgb = [number, number, number];

/** Parses a colour written as `#rrggbb`. */
export function rgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
}

/** Contrast ratio of two colours as defined by WCAG 2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, bright = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
