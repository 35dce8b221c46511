/** Runs a task when those of the same name that came before it have ended. A failure does not stop later ones. */
export type Queue = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>

/** Creates a queue for any number of names. It keeps nothing of a name for which no task waits. */
export function createQueue(): Queue {
  const last = new Map<string, Promise<unknown>>()
  return (name, task) => {
    const result = (last.get(name) ?? Promise.resolve()).then(task)
    const settled = result
      .catch(() => {})
      .finally(() => {
        if (last.get(name) === settled) last.delete(name)
      })
    last.set(name, settled)
    return result
  }
}
