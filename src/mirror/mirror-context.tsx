import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { PersonDatabase } from "./person-database.ts";

const MirrorContext = createContext<PersonDatabase | null>(null);

/** Opens the mirror of one person for the pages below, and closes it when they leave. */
export function MirrorProvider(props: { personId: string; children: ReactNode }) {
  const [db, setDb] = useState<PersonDatabase | null>(null);
  useEffect(() => {
    const opened = new PersonDatabase(props.personId);
    setDb(opened);
    return () => {
      setDb(null);
      opened.close();
    };
  }, [props.personId]);
  if (db === null) return null;
  return <MirrorContext.Provider value={db}>{props.children}</MirrorContext.Provider>;
}

/** The signed-in person's mirror. @throws outside of a MirrorProvider */
export function useMirror(): PersonDatabase {
  const db = useContext(MirrorContext);
  if (db === null) throw new Error("useMirror needs a MirrorProvider above it");
  return db;
}
