/** A rectangle on a page, in points; the origin is at the bottom left of the page. */
export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** A transformation as PDF writes it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** The transformation that applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

export function applyTo([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The smallest box around all of them; an empty list has a box without extent. */
export function boxAround(boxes: Iterable<Box>): Box {
  const around = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const { left, bottom, right, top } of boxes) {
    around.left = Math.min(around.left, left);
    around.bottom = Math.min(around.bottom, bottom);
    around.right = Math.max(around.right, right);
    around.top = Math.max(around.top, top);
  }
  return around.left > around.right ? { left: 0, bottom: 0, right: 0, top: 0 } : around;
}

export function holds(box: Box, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.bottom && y <= box.top;
}

/** Whether the middle of a box is in another one. */
export function holdsMiddle(outer: Box, { left, right, bottom, top }: Box): boolean {
  return holds(outer, (left + right) / 2, (bottom + top) / 2);
}

export function boxArea({ left, right, bottom, top }: Box): number {
  return (right - left) * (top - bottom);
}

/** The middle value of numbers; 0 without any. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The values of each key, in their order. */
export function groupBy<Key, Value>(
  values: Iterable<Value>,
  key: (value: Value) => Key,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(key(value)) ?? [];
    groups.set(key(value), group);
    group.push(value);
  }
  return groups;
}

/** Sorted positions: each value is one of them, or within `near` of the value before it. */
export function distinct(values: readonly number[], near: number): number[] {
  const kept: number[] = [];
  let last = -Infinity;
  for (const value of [...values].sort((a, b) => a - b)) {
    if (value - last > near) kept.push(value);
    last = value;
  }
  return kept;
}
