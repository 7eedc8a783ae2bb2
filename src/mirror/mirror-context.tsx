import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { openWatched, type StorageTrouble } from "./opening.ts";
import { PersonDatabase } from "./person/person-database.ts";

const MirrorContext = createContext<PersonDatabase | null>(null);

/**
 * Opens the mirror of one person for the pages below, and closes it when they unmount.
 * @param props.failed renders what is shown instead of the pages when the mirror cannot be opened
 */
export function MirrorProvider(props: {
  personId: string;
  failed: (trouble: StorageTrouble) => ReactNode;
  children: ReactNode;
}) {
  const [db, setDb] = useState<PersonDatabase | null>(null);
  const [trouble, setTrouble] = useState<StorageTrouble | null>(null);
  useEffect(() => {
    const opened = new PersonDatabase(props.personId);
    setDb(opened);
    const endWatch = openWatched(opened, setTrouble);
    return () => {
      endWatch();
      setDb(null);
      setTrouble(null);
      opened.close();
    };
  }, [props.personId]);
  if (db === null) return null;
  if (trouble !== null) return props.failed(trouble);
  return <MirrorContext.Provider value={db}>{props.children}</MirrorContext.Provider>;
}

/** The signed-in person's mirror. @throws outside of a MirrorProvider */
export function useMirror(): PersonDatabase {
  const db = useContext(MirrorContext);
  if (db === null) throw new Error("useMirror needs a MirrorProvider above it");
  return db;
}
