/** What a scan found: a result for each name, in the order of the names. */
export interface Scanned<Listing, Result> {
  readonly listing: Listing
  readonly results: readonly Result[]
}

/**
 * Lists a folder and loads what is in it, both at once: what was there last time is looked at while the list is read, so
 * that a folder in which nothing changed costs one wait instead of two. What is gone is forgotten, what is new is loaded
 * when the list is there: the result is that of listing first.
 *
 * @param list Reads the list, and says which names of it count.
 * @param load Loads one name. It is asked for names that may be gone by now.
 */
export function createScan<Listing, Result>(
  list: (signal: AbortSignal | undefined) => Promise<{ readonly listing: Listing; readonly names: readonly string[] }>,
  load: (name: string, signal: AbortSignal | undefined) => Promise<Result>,
): (signal: AbortSignal | undefined) => Promise<Scanned<Listing, Result>> {
  let last: readonly string[] = []
  return async (signal) => {
    const listing = list(signal)
    const early = new Map(last.map((name) => [name, load(name, signal)]))
    // Of a name that is gone nobody waits for the result, whatever it is.
    for (const loading of early.values()) loading.catch(() => {})
    const found = await listing
    last = found.names
    const results = await Promise.all(found.names.map((name) => early.get(name) ?? load(name, signal)))
    return { listing: found.listing, results }
  }
}
