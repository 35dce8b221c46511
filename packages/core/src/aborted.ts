import { LamellaError } from './errors.ts'

/**
 * Creates the error for aborted work. Its cause is the signal's reason.
 *
 * @param what The work, as the subject of a sentence.
 */
export function aborted(signal: AbortSignal, what = 'The build'): LamellaError<'ABORTED'> {
  return new LamellaError({
    code: 'ABORTED',
    what: `${what} was aborted by its signal.`,
    fix: 'Call it again.',
    details: {},
    cause: signal.reason,
  })
}

/**
 * Throws if the signal was aborted. `AbortSignal.throwIfAborted` throws whatever reason the caller gave, or a
 * `DOMException`; this throws an error with a code.
 *
 * @param what The work, as the subject of a sentence, such as `The search`.
 * @throws LamellaError `ABORTED`
 * @example
 * throwIfAborted(request.signal, 'The search')
 */
export function throwIfAborted(signal: AbortSignal | undefined, what: string): void {
  if (signal?.aborted) throw aborted(signal, what)
}
