import { isLamellaError } from '@lamella/core'
import type { Failing } from '../kit/must-equal.ts'
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
  bench: Failing,
  code: string | undefined,
  what: string,
  call: () => unknown,
): Promise<void> {
  const seen = await codeOf(call)
  const isRight = code === undefined ? seen.endsWith('no error') : seen === code
  if (!isRight) bench.fail(`${code ?? 'no error'} for ${what}`, seen)
}

/** A value that a store must refuse, after its description. */
export type Refused = readonly [what: string, value: unknown]

/** Describes values by what they are and their text: `the revision -1`. */
export function named(what: string, values: readonly unknown[]): readonly Refused[] {
  return values.map((value) => [`${what} ${show(value)}`, value])
}

/** Fails the case unless a call throws `STORE_VALUE_INVALID` for each of the values. */
export async function mustRefuse(
  bench: Failing,
  values: readonly Refused[],
  call: (value: never) => unknown,
): Promise<void> {
  for (const [what, value] of values) await mustEndWith(bench, 'STORE_VALUE_INVALID', what, () => call(value as never))
}

/** Fails the case unless one of eight concurrent writers wins, and the others get that code. Returns how each ended. */
export async function mustWinOnce(
  bench: Failing,
  code: string,
  write: (writer: number) => unknown,
): Promise<readonly string[]> {
  const codes = await Promise.all(Array.from({ length: 8 }, (_, writer) => codeOf(() => write(writer))))
  const lost = codes.filter((one) => one === code).length
  if (lost !== 7) bench.fail(`7 of 8 to end with ${code}`, show(codes))
  return codes
}
