import type { Message, ToolOutput, ToolOutputContent } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'
import { cutMarker, type PartCall, readablePart } from '../shared/reader.ts'
import { shorterLengths, shortest } from '../shared/shorter.ts'

/**
 * The share of a shortened text taken from its beginning. The rest comes from the end, because the last output of a
 * command matters too.
 */
const head = 0.7

/** The parts of a message that can be cut. */
interface Cuttable<Value> {
  /** Characters of the longest text in the message. */
  readonly length: number
  /** Returns the same message with every text and tool output cut to `max` characters, marker included. */
  cut(max: number): Value
}

/**
 * Returns the message with every text and tool output cut to `max` characters, marker included, or `undefined` if
 * nothing is longer. Calls, thoughts, files and approvals stay unchanged, because a provider or an application checks
 * them.
 */
export function shortenMessage(message: Message, max: number): Message | undefined {
  const { length, cut } = cuttable(message)
  return length > max ? cut(max) : undefined
}

/**
 * Returns shorter renderings of a message, longest first, with the lengths of `shorterLengths`.
 *
 * @param most The most characters a rendering can have and still be kept. In the place of a longer one is the message itself: which
 * rendering of one message goes with which of another must not depend on the window.
 * @param callOf If the model can read the whole: what is cut says how.
 */
export function shorterMessages(message: Message, most: number, callOf?: PartCall): readonly Message[] {
  const { length, cut } = cuttable(message, callOf)
  return shorterLengths(length, shortest).map((max) => (max > most ? message : cut(max)))
}

function cuttable(message: Message, callOf?: PartCall): Cuttable<Message> {
  const { content } = message
  if (typeof content === 'string') {
    return {
      length: content.length,
      cut: (max) => ({ ...message, content: cutBoth(content, max, callOf?.()) }) as Message,
    }
  }
  const parts = content.map((part): Cuttable<(typeof content)[number]> => {
    if (part.type !== 'text' && part.type !== 'tool-result') return { length: 0, cut: () => part }
    const call = callOf?.(readablePart(message, part))
    if (part.type === 'text')
      return { length: part.text.length, cut: (max) => ({ ...part, text: cutBoth(part.text, max, call) }) }
    const { length, cut } = cuttableOutput(part.output, call)
    return { length, cut: (max) => ({ ...part, output: cut(max) }) }
  })
  return { length: longest(parts), cut: (max) => ({ ...message, content: cutAll(parts, content, max) }) as Message }
}

function cuttableOutput(output: ToolOutput, call: string | undefined): Cuttable<ToolOutput> {
  if (output.type === 'content') {
    const items = output.value.map((item): Cuttable<ToolOutputContent> => {
      if (item.type !== 'text') return { length: 0, cut: () => item }
      return { length: item.text.length, cut: (max) => ({ ...item, text: cutBoth(item.text, max, call) }) }
    })
    return { length: longest(items), cut: (max) => ({ ...output, value: [...cutAll(items, output.value, max)] }) }
  }
  if (output.type === 'execution-denied') {
    const { reason = '' } = output
    return { length: reason.length, cut: (max) => ({ ...output, reason: cutBoth(reason, max, call) }) }
  }
  const isText = output.type === 'text' || output.type === 'error-text'
  const text = isText ? output.value : JSON.stringify(output.value)
  const type = output.type === 'error-text' || output.type === 'error-json' ? 'error-text' : 'text'
  const options = output.providerOptions ? { providerOptions: output.providerOptions } : {}
  return { length: text.length, cut: (max) => ({ type, value: cutBoth(text, max, call), ...options }) }
}

function longest(parts: readonly Cuttable<unknown>[]): number {
  return parts.reduce((most, { length }) => Math.max(most, length), 0)
}

/** Returns the same object if nothing is longer than `max`. */
function cutAll<Value>(parts: readonly Cuttable<Value>[], whole: readonly Value[], max: number): readonly Value[] {
  return parts.map((part, index) => (part.length > max ? part.cut(max) : (whole[index] as Value)))
}

function cutBoth(text: string, max: number, call: string | undefined): string {
  return cutText(text, max, { head, ...cutMarker(call) })
}
