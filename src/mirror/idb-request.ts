// Without Dexie, because the service worker answers with a page before it loads Dexie.

/** The result of a request to IndexedDB. @throws the error of the request */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
