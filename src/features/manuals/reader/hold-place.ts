/**
 * Notes which place of the page the reader looks at inside a scrolling element: the marked passage
 * if it is visible, otherwise the middle of the visible part.
 * @returns a function that scrolls back to this place after the page has become larger or smaller
 */
export function holdPlace(scroll: HTMLElement): () => void {
  const view = scroll.getBoundingClientRect();
  const before = pageBox(scroll);
  const mark = scroll.querySelector("mark")?.getBoundingClientRect();
  const seen = mark !== undefined && mark.bottom > view.top && mark.top < view.bottom;
  const box = seen ? mark : view;
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  return () => {
    const after = pageBox(scroll);
    scroll.scrollBy({
      left: after.left + ((x - before.left) / before.width) * after.width - x,
      top: after.top + ((y - before.top) / before.height) * after.height - y,
      behavior: "instant",
    });
  };
}

function pageBox(scroll: HTMLElement): DOMRect {
  return (scroll.querySelector("canvas") ?? scroll).getBoundingClientRect();
}
