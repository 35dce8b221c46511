/** Runs tasks with the same name in FIFO order. */
export interface Turns {
  take<Result>(name: string, task: () => Promise<Result>): Promise<Result>
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>()
  return {
    take(name, task) {
      const result = (last.get(name) ?? Promise.resolve()).then(task)
      const done = result.then(
        () => {},
        () => {},
      )
      last.set(name, done)
      // Removed when no task is waiting.
      done.then(() => {
        if (last.get(name) === done) last.delete(name)
      })
      return result
    },
  }
}
