/** Runs tasks of the same key one after the other, and others at once. */
export type InTurn = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>

/** Creates a queue for each key. It forgets a key when nothing waits for it. */
export function createInTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const before = last.get(key) ?? Promise.resolve()
    const own = before.then(task, task)
    const settled = own.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, settled)
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key)
    })
    return own
  }
}
