import { type ComponentType, use } from "react";
import { loadWhole } from "#platform/lazy-chunks.ts";
import { loadPageOrFallback } from "./failures/load-page.ts";

/** A page whose code is loaded when it is first rendered, or before that. */
export type LazyPage = ComponentType & { load: () => Promise<ComponentType> };

/**
 * A page that suspends only while its code is being loaded. `lazy` of React suspends even when the
 * code is there, and React then keeps the page back for up to 300 ms.
 * @param load the dynamic import; must be the same function for the same chunk
 * @param name of the component in the chunk
 * @param whole the page brings its own layout
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  whole = false,
): LazyPage {
  const loadPage = async (): Promise<ComponentType> => (await loadWhole(load))[name];
  let loading: Promise<ComponentType> | null = null;
  let loaded: ComponentType | null = null;
  async function start(): Promise<ComponentType> {
    loaded = await loadPageOrFallback(loadPage, whole);
    return loaded;
  }
  function startOnce(): Promise<ComponentType> {
    loading ??= start();
    return loading;
  }
  function Page() {
    const Loaded = loaded ?? use(startOnce());
    return <Loaded />;
  }
  return Object.assign(Page, { load: startOnce });
}
