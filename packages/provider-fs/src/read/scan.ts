/** The result of a scan: one result per name, in the order of the names. */
export interface Scanned<Listing, Result> {
  readonly listing: Listing
  readonly results: readonly Result[]
}

/**
 * Lists a folder and loads its contents in parallel: names from the previous scan are checked while the list is read,
 * so an unchanged folder costs one wait instead of two. Removed names are dropped, new names are loaded once the list
 * is complete: the result is the same as listing first.
 *
 * @param list Reads the list and returns the relevant names.
 * @param load Loads one name, which may no longer exist.
 */
export function createScan<Listing, Result>(
  list: (signal: AbortSignal | undefined) => Promise<{ readonly listing: Listing; readonly names: readonly string[] }>,
  load: (name: string, signal: AbortSignal | undefined) => Promise<Result>,
): (signal: AbortSignal | undefined) => Promise<Scanned<Listing, Result>> {
  let last: readonly string[] = []
  return async (signal) => {
    const listing = list(signal)
    const early = new Map(last.map((name) => [name, load(name, signal)]))
    // The result for a removed name is ignored, whatever it is.
    for (const loading of early.values()) loading.catch(() => {})
    const found = await listing
    last = found.names
    const results = await Promise.all(found.names.map((name) => early.get(name) ?? load(name, signal)))
    return { listing: found.listing, results }
  }
}
