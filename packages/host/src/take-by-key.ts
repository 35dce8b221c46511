import { type Check, checkOptions, mustBeFunction } from '@lamella/core/plugin'

const mustBeList: Check = (value) => (Array.isArray(value) ? undefined : 'must be a list')

/** Returns a function that takes the first value with a key that was not taken before: equal values are taken in order. */
export function takeByKey<Value>(
  values: readonly Value[],
  keyOf: (value: Value, index: number) => string,
): (key: string) => Value | undefined {
  checkOptions('takeByKey', { values, keyOf }, { values: mustBeList, keyOf: mustBeFunction }, ['values', 'keyOf'])
  const free = new Map<string, Value[]>()
  for (const [index, value] of values.entries()) {
    const key = keyOf(value, index)
    const same = free.get(key)
    if (same) same.push(value)
    else free.set(key, [value])
  }
  return (key) => free.get(key)?.shift()
}
