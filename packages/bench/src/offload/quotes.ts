import type { Message, Part } from '@lamella/core'
import { jsonIn } from '../prefix/needed/leaves.ts'
import { valuesIn } from '../prefix/needed/values.ts'

/** A line of a result that an answer repeats. */
export interface Quote {
  readonly line: string
  /** The newest result with it, as a position in the session. */
  readonly position: number
}

/** The fewest characters of a line that says something. */
const shortestLine = 20
const most = 300

/** Finds what answers quote: lines of results of 20 characters or more, and values of results of JSON. */
export function quotesOf(messages: readonly Message[]): readonly (readonly Quote[])[] {
  const known = new Map<string, number>()
  return messages.map((message, position) => {
    if (message.role === 'tool') for (const line of linesOf(message)) known.set(line, position)
    if (message.role !== 'assistant') return []
    const text = stringsIn(message.content).join('\n')
    return [...known].flatMap(([line, from]) => (text.includes(line) ? [{ line, position: from }] : []))
  })
}

function linesOf(message: Message): readonly string[] {
  return (message.content as readonly Part[]).flatMap((part) => {
    if (part.type !== 'tool-result') return []
    const { output } = part
    const text = 'value' in output && typeof output.value === 'string' ? output.value : JSON.stringify(output)
    if (jsonIn(text) !== undefined) return valuesIn(text)
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(({ length }) => length >= shortestLine && length <= most)
  })
}

/** Returns all texts in a value, such as a message. */
export function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
