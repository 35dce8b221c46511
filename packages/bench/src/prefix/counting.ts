import type { Message } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'

/** Caches counts, since most texts and messages occur again in every request. */
export function remembering<Value extends object | string>(count: (value: Value) => number): (value: Value) => number {
  const known = new Map<Value, number>()
  return (value) => {
    const before = known.get(value)
    if (before !== undefined) return before
    const tokens = count(value)
    known.set(value, tokens)
    return tokens
  }
}

export function countingOnce(counter: Counter): Counter {
  return { ...counter, message: remembering((message: Message) => counter.message(message)) }
}
