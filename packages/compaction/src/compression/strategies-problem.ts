import { isObject } from '@lamella/core/plugin'

/** Returns what is wrong with a list of compaction strategies; `undefined` for a valid one. */
export function strategiesProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of one or more compaction strategies'
  const wrong = value.findIndex((one) => !isStrategy(one))
  return wrong < 0 ? undefined : `has no compaction strategy { name, compact } at ${wrong}`
}

function isStrategy(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, compact, supports } = value
  const isAsked = supports === undefined || typeof supports === 'function'
  return typeof name === 'string' && name !== '' && typeof compact === 'function' && isAsked
}
