import { known } from '../../json.ts'
import type { TranscriptUsage } from '../contract/request.ts'
import { count, type Fields } from './fields.ts'

/** Returns the four numbers of an answer by the names of their fields; `undefined` if nothing was used. */
export function usageIn(
  numbers: Fields,
  names: Readonly<Record<'input' | 'cacheWrite' | 'cacheRead' | 'output', string>>,
): (TranscriptUsage & { readonly cacheWrite: number }) | undefined {
  const [input, cacheWrite, cacheRead, output] = [
    count(numbers[names.input]) ?? 0,
    count(numbers[names.cacheWrite]) ?? 0,
    count(numbers[names.cacheRead]) ?? 0,
    count(numbers[names.output]) ?? 0,
  ]
  return input + cacheWrite + cacheRead + output === 0 ? undefined : { input, cacheWrite, cacheRead, output }
}

/** Returns the usage of an answer whose input is counted with what was read from the cache or written to it. */
export function usageOfAll(
  all: number,
  read: number | undefined,
  output: number,
  cacheWrite?: number,
): TranscriptUsage {
  const cacheRead = Math.min(all, read ?? 0)
  return known({ input: Math.max(0, all - cacheRead - (cacheWrite ?? 0)), cacheWrite, cacheRead, output })
}
