/** Runs work one after the other, in the order in which it was asked for. What fails keeps nothing from running. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  const nothing = (): void => {}
  return (work) => {
    const next = last.then(work)
    // Without the result, which would be kept as long as the queue is.
    last = next.then(nothing, nothing)
    return next
  }
}
