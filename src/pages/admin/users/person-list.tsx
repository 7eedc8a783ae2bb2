import type { Person } from "@contracts/person.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import classes from "./person-list.module.css";

/** Height of a usual row on a desktop, in px, until it is measured. */
const USUAL_HEIGHT = 188;

/** The rows of people. Only what is near the screen is in the document: there may be thousands. */
export function PersonList(props: {
  people: readonly Person[];
  list: RefObject<HTMLUListElement | null>;
  row: (person: Person) => ReactNode;
}) {
  const { people, list } = props;
  const [top, setTop] = useState(0);
  // What stands above the list comes and goes.
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => setTop(element.getBoundingClientRect().top + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  const virtualizer = useWindowVirtualizer({
    count: people.length,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => people[index]?.id ?? index,
    overscan: 3,
    scrollMargin: top,
    useFlushSync: false,
  });
  const focused = useFocusedRow(people, list);

  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Team Members"
      className={classes.list}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={(event) => {
        focused.current = event.target.closest("li")?.dataset.id ?? null;
      }}
      onBlur={(event) => {
        // Without a target it may be that the row is being taken away.
        if (event.relatedTarget !== null) focused.current = null;
      }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const person = people[index];
        if (person === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-id={person.id}
            aria-setsize={people.length}
            aria-posinset={index + 1}
            className={classes.place}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {props.row(person)}
          </li>
        );
      })}
    </ul>
  );
}

/** Keeps the focus at the list when the row that had it is gone, whoever deleted it. */
function useFocusedRow(people: readonly Person[], list: RefObject<HTMLUListElement | null>) {
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const id = focused.current;
    if (id === null || people.some((person) => person.id === id)) return;
    focused.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [people, list]);
  return focused;
}
