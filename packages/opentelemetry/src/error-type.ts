import { isLamellaError } from '@lamella/core'

/**
 * Returns the value of `error.type`: the code of a `LamellaError`, the name of another error's class, or `_OTHER`. Never a
 * text that may contain data.
 */
export function errorType(error: unknown): string {
  if (isLamellaError(error)) return error.code
  const name = error instanceof Error ? error.name : ''
  return /^[A-Za-z_]\w{0,63}$/.test(name) ? name : '_OTHER'
}
