/** Runs tasks of one name after each other, in the order in which they came. */
export interface Queue {
  run<Result>(name: string, task: () => Promise<Result>): Promise<Result>
}

/** Creates a queue for any number of names. It keeps nothing of a name for which no task waits. */
export function createQueue(): Queue {
  const last = new Map<string, Promise<unknown>>()
  return {
    run: (name, task) => {
      const before = last.get(name) ?? Promise.resolve()
      const result = before.then(task)
      const settled = result
        .catch(() => {})
        .finally(() => {
          if (last.get(name) === settled) last.delete(name)
        })
      last.set(name, settled)
      return result
    },
  }
}
