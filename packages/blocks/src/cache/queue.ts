/** Runs work one piece after the other, in the order of the calls. A failure does not stop later work. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  const ignore = (): void => {}
  return (work) => {
    const next = last.then(work)
    // Drops the result, which the queue would otherwise keep in memory.
    last = next.then(ignore, ignore)
    return next
  }
}
