import type { Message, Part } from '@lamella/core'
import { type CutOptions, withoutData } from '@lamella/core/plugin'

/** Returns how the model reads the only text of a message, or the one in the part with this number, from 1. */
export type PartCall = (part?: number) => string

/** The number of a part, from 1; `undefined` if the message has no other text. */
export function readablePart({ content }: Message, part: Part): number | undefined {
  const parts = content as readonly Part[]
  const readable = parts.filter(({ type }) => type === 'tool-result' || type === 'tool-call' || type === 'text')
  return readable.length === 1 ? undefined : parts.indexOf(part) + 1
}

/** The marker of a cut that says how the model reads the whole; without a call the usual one. */
export function cutMarker(call: string | undefined): Pick<CutOptions, 'marker'> {
  return call === undefined ? {} : { marker: (cut) => `… [${cut} characters cut; to read: ${call}] …` }
}

/** Returns a text with markers for its binary data, which say how the model reads the whole, if it can. */
export function withDataMarked(text: string, call: string | undefined): string {
  return withoutData(text, call === undefined ? undefined : (size) => `[${size} characters of data; to read: ${call}]`)
}
