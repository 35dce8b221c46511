import { isConformanceError } from './conformance-error.ts'
import { canonical, same } from './same.ts'
import { show } from './show.ts'

/** A bench, as far as a check on a value needs it. */
interface Failing {
  fail(expected: string, seen: string): never
}

/**
 * Fails unless a value is the wanted one.
 *
 * @param expected What is expected, in words. Default: the wanted value.
 */
export function mustEqual(bench: Failing, seen: unknown, wanted: unknown, expected: string = show(wanted)): void {
  if (!same(seen, wanted)) bench.fail(expected, show(seen))
}

/** Same as `mustEqual`; the message has the whole values, however long they are. */
export function mustEqualWhole(
  bench: Failing,
  seen: unknown,
  wanted: unknown,
  expected: string = canonical(wanted),
): void {
  if (!same(seen, wanted)) bench.fail(expected, canonical(seen))
}

/** Returns what a call returns, and fails the case if it throws. */
export async function mustAnswer<Answer>(
  bench: Failing,
  expected: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (isConformanceError(error)) throw error
    return bench.fail(expected, `a throw: ${show(error)}`)
  }
}
