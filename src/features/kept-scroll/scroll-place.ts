/** Where something was scrolled to. */
export interface ScrollPlace {
  /** The label of the scrolling element, which has `data-area`; null for the page. */
  area: string | null;
  /** In px. */
  top: number;
  /**
   * The first visible row of a `RowList`, and its distance in px from the top of the area. The rows above
   * it have other heights once they are drawn again, so `top` alone would show other rows. A page may
   * have several lists: `list` is the label of the row's one.
   */
  row: { list: string | null; id: string; index: number; offset: number } | null;
}

/** The places of the page and of all areas in it that keep theirs. */
export function readPlaces(): ScrollPlace[] {
  const areas = [...document.querySelectorAll<HTMLElement>("[data-area]")];
  return [
    toScrollPlace(null, document.documentElement),
    ...areas.map((area) => toScrollPlace(area.ariaLabel ?? "", area)),
  ];
}

/**
 * Scrolls towards a place. The rows are drawn as they come into view, so this is repeated.
 * @returns whether it is reached
 */
export function approach(place: ScrollPlace): boolean {
  const area =
    place.area === null
      ? document.documentElement
      : document.querySelector(`[data-area][aria-label="${CSS.escape(place.area)}"]`);
  if (area === null) return false;
  if (place.row === null) {
    if (area.scrollHeight - area.clientHeight < place.top - 1) return false;
    area.scrollTo({ top: place.top, behavior: "instant" });
    return true;
  }
  const left = distanceTo(place.row, area, place.area);
  if (left === null) return false;
  if (Math.abs(left) < 1) return true;
  area.scrollBy({ top: left, behavior: "instant" });
  return false;
}

function toScrollPlace(area: string | null, element: Element): ScrollPlace {
  const above = areaTop(element, area);
  const first = rowsIn(element, area).find((row) => row.getBoundingClientRect().bottom > above);
  const { id, index } = first?.dataset ?? {};
  return {
    area,
    top: element.scrollTop,
    row:
      // At the top of the page, what is above the list and new rows stay visible.
      first === undefined || id === undefined || element.scrollTop < 1
        ? null
        : {
            ...{ list: listLabel(first), id, index: Number(index) },
            offset: first.getBoundingClientRect().top - above,
          },
  };
}

/** How far to scroll to a row, in px: an estimate while it is not drawn; null without any rows. */
function distanceTo(
  { list, id, index, offset }: NonNullable<ScrollPlace["row"]>,
  element: Element,
  area: string | null,
): number | null {
  const rows = rowsIn(element, area).filter((row) => listLabel(row) === list);
  const toRow = (row: Element) => row.getBoundingClientRect().top - areaTop(element, area) - offset;
  // A row that is gone is represented by the one in its place.
  const row =
    rows.find(({ dataset }) => dataset.id === id) ??
    rows.find(({ dataset }) => Number(dataset.index) === index);
  if (row !== undefined) return toRow(row);
  const [some] = rows;
  const drawn = some?.parentElement;
  if (some === undefined || !drawn) return null;
  const count = Number(some.ariaSetSize);
  const usual = drawn.getBoundingClientRect().height / count;
  return toRow(some) + (index - Number(some.dataset.index)) * usual;
}

function areaTop(element: Element, area: string | null): number {
  return area === null ? 0 : element.getBoundingClientRect().top;
}

/** The label of the list of a row. */
function listLabel(row: Element): string | null {
  return row.closest("ul")?.ariaLabel ?? null;
}

/** The drawn rows that an element scrolls, but not those of an area in it. */
function rowsIn(element: Element, area: string | null): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>("[data-id][data-index]")].filter(
    (row) => (row.closest("[data-area]")?.ariaLabel ?? null) === area,
  );
}
