import { isLamellaError } from '@lamella/core'
import { show } from '../kit/show.ts'

/** The code of the `LamellaError` that a call ends with; in words how it ended where it was none. */
export async function codeOf(call: () => unknown): Promise<string> {
  try {
    return `${show(await call())} and no error`
  } catch (error) {
    return isLamellaError(error) ? error.code : `a throw that is no LamellaError: ${show(error)}`
  }
}

/** Ends the case unless the call ends with that code, or without an error if the code is `undefined`. */
export async function mustEndWith(
  bench: { fail(expected: string, seen: string): never },
  code: string | undefined,
  what: string,
  call: () => unknown,
): Promise<void> {
  const seen = await codeOf(call)
  const isRight = code === undefined ? seen.endsWith('no error') : seen === code
  if (!isRight) bench.fail(`${code ?? 'no error'} for ${what}`, seen)
}
