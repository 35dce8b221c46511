import { isLamellaError, type Message } from '@lamella/core'
import type { WireErrorDetails } from '../errors.ts'
import type { Mends } from './mends.ts'

/** Returns what a decoder refused; `undefined` for any other error. */
export function refusalOf(error: unknown): WireErrorDetails['WIRE_DECODE'] | undefined {
  return isLamellaError(error, 'WIRE_DECODE') ? (error.details as WireErrorDetails['WIRE_DECODE']) : undefined
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
