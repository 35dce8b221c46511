/**
 * Caches a read for some time without checking the disk. Concurrent callers share one read, which their signals do not
 * abort; a failure is not cached.
 *
 * @param ttl Milliseconds, above 0, counted from the start of a read.
 * @param now A clock in milliseconds.
 */
export function cachedRead<Value>(
  ttl: number,
  now: () => number,
  read: (request: { readonly signal: AbortSignal }) => PromiseLike<Value> | Value,
): () => Promise<Value> {
  let known: { readonly at: number; readonly value: Promise<Value> } | undefined
  return () => {
    const at = now()
    if (known && at - known.at < ttl) return known.value
    const own = { at, value: Promise.resolve(read({ signal: new AbortController().signal })) }
    known = own
    own.value.catch(() => {
      if (known === own) known = undefined
    })
    return own.value
  }
}
