import type { Message } from '@lamella/core'
import type { Mends } from './mends.ts'

/** What a decoder refuses: the details of `WIRE_DECODE`. */
export interface Refusal {
  readonly path: string
  readonly problem: string
}

/** Returns what a decoder refused; `undefined` for any other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'WIRE_DECODE') return undefined
  return (error as unknown as { readonly details: Refusal }).details
}

/** Decodes the parts of a response. One that the decoder refuses does not take the others with it: it is left out. */
export function decodeUsable<Part>(
  parts: readonly Part[],
  path: string,
  decode: (parts: readonly Part[]) => Message[],
  mends: Mends,
): Message[] {
  if (parts.length === 0) return []
  try {
    return decode(parts)
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
  }
  const kept = parts.filter((part, index) => {
    try {
      decode([part])
      return true
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === undefined) throw error
      mends.add('left-out', `${path}[${index}]`, `A part is not usable: ${refusal.path} ${refusal.problem}.`)
      return false
    }
  })
  return kept.length === 0 ? [] : decode(kept)
}
