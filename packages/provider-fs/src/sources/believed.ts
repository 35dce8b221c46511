/**
 * What was read, given again for a while without a look at the disk. Those who ask while it is read share one reading, which no
 * signal of theirs ends; a failure is forgotten at once.
 *
 * @param ttl Milliseconds, above 0, counted from when a reading began.
 * @param now A clock in milliseconds.
 */
export function believed<Value>(
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
