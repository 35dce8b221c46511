import type { CountSnapshot } from '../../contract/count-memory.ts'
import { LamellaError } from '../../errors.ts'
import { isObject } from '../../options.ts'

/** @throws LamellaError `OPTION_INVALID` */
export function checkSnapshot(value: unknown): CountSnapshot {
  const { version, tokenizers } = isObject(value) ? value : {}
  if (version === 1 && Array.isArray(tokenizers) && tokenizers.every(isCounts)) return value as unknown as CountSnapshot
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: 'restore: the value is not a count snapshot of this version.',
    fix: 'Pass the parsed result of snapshot(), or omit it to count again.',
    details: { what: 'restore', option: 'snapshot' },
  })
}

function isCounts(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, exact, counts } = value
  if (typeof name !== 'string' || typeof exact !== 'boolean' || !isObject(counts)) return false
  return Object.values(counts).every((tokens) => Number.isSafeInteger(tokens) && (tokens as number) >= 0)
}
