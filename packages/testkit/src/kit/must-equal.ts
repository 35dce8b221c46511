import { isConformanceError } from './conformance-error.ts'
import { canonical } from './same.ts'
import { shortened, show } from './show.ts'

/** A bench, as far as a check on a value needs it. */
export interface Failing {
  fail(expected: string, seen: string): never
}

/**
 * Fails unless a value is the wanted one.
 *
 * @param expected What is expected, in words. Default: the wanted value.
 */
export function mustEqual(bench: Failing, seen: unknown, wanted: unknown, expected: string = show(wanted)): void {
  const [one, other] = [canonical(seen), canonical(wanted)]
  if (one !== other) bench.fail(expected, `${show(seen)}${difference(one, other)}`)
}

/** Fails unless two canonical texts of a value, such as those before and after a call, are the same. */
export function mustMatch(bench: Failing, seen: string, wanted: string, what: string): void {
  if (seen !== wanted) bench.fail(`${what}, ${shortened(wanted)}`, `${shortened(seen)}${difference(seen, wanted)}`)
}

/** Says where two texts begin to differ, unless a message shows that place anyway. */
function difference(seen: string, wanted: string): string {
  let at = 0
  while (seen[at] === wanted[at]) at++
  const around = (text: string): string => shortened(text.slice(at - 30))
  return at < 60 ? '' : `, with ${around(seen)} instead of ${around(wanted)}`
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
