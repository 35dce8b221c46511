import { isLamellaError } from '@lamella/core'
import { show } from '../kit/show.ts'

/** The code of the `LamellaError` that a call throws; otherwise a description of how the call ended. */
export async function codeOf(call: () => unknown): Promise<string> {
  try {
    return `${show(await call())} and no error`
  } catch (error) {
    return isLamellaError(error) ? error.code : `a throw that is not a LamellaError: ${show(error)}`
  }
}

/** Fails the case unless the call throws that code, or succeeds if the code is `undefined`. */
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
