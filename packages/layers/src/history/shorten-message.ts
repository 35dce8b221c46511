import type { Message, ToolOutput, ToolOutputContent } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'
import { cutMarker, type PartCall, readablePart, withDataMarked } from '../shared/reader.ts'
import { shorterLengths, shortest } from '../shared/shorter.ts'

/**
 * The share of a shortened text taken from its beginning. The rest comes from the end, because the last output of a
 * command matters too.
 */
const head = 0.7

/** The parts of a message that can be cut. */
interface Cuttable<Value> {
  /** Characters of the longest text in the message, without binary data. */
  readonly length: number
  /** Whether a text has binary data, of which only the size stays when it is shortened. */
  readonly hasData: boolean
  /** Returns the same message with every text and tool output cut to `max` characters, marker included. */
  cut(max: number): Value
}

/**
 * Returns the message with every text and tool output cut to `max` characters, marker included, and with markers for binary
 * data, or `undefined` if nothing is longer. Calls, thoughts, files and approvals stay unchanged, because a provider or an application checks
 * them.
 */
export function shortenMessage(message: Message, max: number): Message | undefined {
  const { length, hasData, cut } = cuttable(message)
  return hasData || length > max ? cut(max) : undefined
}

/**
 * Returns shorter renderings of a message, longest first: without binary data, then with the lengths of `shorterLengths`.
 *
 * @param most The most characters a rendering can have and still be kept. In the place of a longer one is the message itself: which
 * rendering of one message goes with which of another must not depend on the window.
 * @param callOf If the model can read the whole: what is cut says how.
 */
export function shorterMessages(message: Message, most: number, callOf?: PartCall): readonly Message[] {
  const { length, hasData, cut } = cuttable(message, callOf)
  const lengths = [...(hasData ? [length] : []), ...shorterLengths(length, shortest)]
  return lengths.map((max) => (max > most ? message : cut(max)))
}

function cuttable(message: Message, callOf?: PartCall): Cuttable<Message> {
  const { content } = message
  if (typeof content === 'string') {
    return cuttableText(content, callOf?.(), (text) => ({ ...message, content: text }) as Message)
  }
  const parts = content.map((part): Cuttable<(typeof content)[number]> => {
    if (part.type !== 'text' && part.type !== 'tool-result') return whole(part)
    const call = callOf?.(readablePart(message, part))
    if (part.type === 'text') return cuttableText(part.text, call, (text) => ({ ...part, text }))
    const output = cuttableOutput(part.output, call)
    return { ...output, cut: (max) => ({ ...part, output: output.cut(max) }) }
  })
  return cuttableList(parts, content, (cut) => ({ ...message, content: cut }) as Message)
}

function cuttableOutput(output: ToolOutput, call: string | undefined): Cuttable<ToolOutput> {
  if (output.type === 'content') {
    const items = output.value.map((item): Cuttable<ToolOutputContent> => {
      return item.type === 'text' ? cuttableText(item.text, call, (text) => ({ ...item, text })) : whole(item)
    })
    return cuttableList(items, output.value, (value) => ({ ...output, value: [...value] }))
  }
  if (output.type === 'execution-denied') {
    return cuttableText(output.reason ?? '', call, (reason) => ({ ...output, reason }))
  }
  const isText = output.type === 'text' || output.type === 'error-text'
  const text = isText ? output.value : JSON.stringify(output.value)
  const type = output.type === 'error-text' || output.type === 'error-json' ? 'error-text' : 'text'
  const options = output.providerOptions ? { providerOptions: output.providerOptions } : {}
  return cuttableText(text, call, (value) => ({ type, value, ...options }))
}

function whole<Value>(value: Value): Cuttable<Value> {
  return { length: 0, hasData: false, cut: () => value }
}

function cuttableText<Value>(given: string, call: string | undefined, made: (text: string) => Value): Cuttable<Value> {
  const text = withDataMarked(given, call)
  return { length: text.length, hasData: text !== given, cut: (max) => made(cutBoth(text, max, call)) }
}

/** What is neither longer than `max` nor has data stays the same object. */
function cuttableList<Item, Value>(
  parts: readonly Cuttable<Item>[],
  items: readonly Item[],
  made: (items: readonly Item[]) => Value,
): Cuttable<Value> {
  return {
    length: parts.reduce((most, { length }) => Math.max(most, length), 0),
    hasData: parts.some(({ hasData }) => hasData),
    cut: (max) =>
      made(parts.map((part, index) => (part.hasData || part.length > max ? part.cut(max) : (items[index] as Item)))),
  }
}

function cutBoth(text: string, max: number, call: string | undefined): string {
  return cutText(text, max, { head, ...cutMarker(call) })
}
