/**
 * Notes where a reader is on the page inside a scrolling element: at the marked passage when that is
 * in sight, else at the middle of what is.
 * @returns a function that brings the same place of a larger or smaller page where this one was
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
