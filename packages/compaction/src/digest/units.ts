import type { JsonValue, Message, Part } from '@lamella/core'
import type { PlacedMessage } from '@lamella/core/plugin'
import { cleanLine } from '../plain-text.ts'
import { type Omit, withoutSecrets } from '../summary/secrets.ts'
import { sentencesOf, withoutNumber } from '../summary/sentences.ts'
import { decidedCalls } from './decided-calls.ts'
import { resultSentences } from './result-sentences.ts'
import { asks } from './words.ts'

/** Who says a sentence. */
export type Speaker = 'user' | 'assistant' | 'tool'

/** A sentence as it was said: what a digest keeps or leaves. */
export interface Unit {
  /** The position of its message. */
  readonly position: number
  /** The position of the question that it answers, or its own. */
  readonly first: number
  readonly by: Speaker
  readonly text: string
  /** Its place among all. */
  readonly order: number
  /** A question of the model whose answer is not among what gave way. */
  readonly isOpen: boolean
}

/** The most characters of each speaker that are read, newest first, so that the time is bounded. */
const most: Readonly<Record<Speaker, number>> = { user: 80_000, assistant: 40_000, tool: 30_000 }

/** The most characters of a sentence. */
const longest = 400

/** The most characters of an answer that says nothing without the question before it. */
const shortAnswer = 60

interface Known {
  /** Sentences of a digest before. */
  readonly before: readonly Unit[]
  readonly omit: Omit
  /** How many times as many characters as for a cut are read, where there is more time. Default 1. */
  readonly reach?: number
}

/**
 * Returns the sentences of messages that gave way after those of before, oldest first; each once, where it was said first, or where a user
 * said it last: somebody who goes back to an earlier decision repeats it.
 */
export function readUnits(gone: readonly PlacedMessage[], { before, omit, reach = 1 }: Known): readonly Unit[] {
  const units = [...before]
  let order = before.length
  const said = new Map(units.map((unit) => [unit.text, unit]))
  const repeated = new Set<Unit>()
  const positions = new Set(gone.map(({ position }) => position))
  let asked = units.findLast(({ by }) => by === 'assistant')
  for (const { position, by, sentences } of newestSentences(gone, reach)) {
    for (const [index, sentence] of sentences.entries()) {
      // A secret that is cut off is not recognized.
      const clean = withoutSecrets(sentence.slice(0, 2 * longest), omit)
      const own = clean.length > longest ? `${clean.slice(0, longest)}…` : clean
      const isAnswer = index === 0 && by === 'user' && own.length <= shortAnswer && asked?.position === position - 1
      const question = isAnswer && asked && asks(asked.text) ? asked : undefined
      const text = question ? `${question.text} — ${own}` : own
      // What was answered is not asked any more.
      if (question && units.at(-1) === question) units.pop()
      const isOpen = by === 'assistant' && index === sentences.length - 1 && asks(text) && !positions.has(position + 1)
      const first = question?.first ?? position
      const unit: Unit = { position, first, by, text, order: order++, isOpen }
      if (by === 'assistant') asked = unit
      const earlier = said.get(text)
      if (earlier && by !== 'user') continue
      if (earlier) repeated.add(earlier)
      said.set(text, unit)
      units.push(unit)
    }
  }
  return repeated.size === 0 ? units : units.filter((unit) => !repeated.has(unit))
}

interface Said {
  readonly position: number
  readonly by: Speaker
  readonly sentences: readonly string[]
}

/** The sentences of messages, oldest first; of each speaker at most the newest. */
function newestSentences(gone: readonly PlacedMessage[], reach: number): readonly Said[] {
  const read: Said[] = []
  const left: Record<Speaker, number> = {
    user: reach * most.user,
    assistant: reach * most.assistant,
    tool: reach * most.tool,
  }
  const decisionsIn = decidedCalls(gone)
  for (const { position, message } of gone.toReversed()) {
    const by = message.role === 'system' ? 'tool' : message.role
    const decisions = by === 'tool' && left.user > 0 ? decisionsIn(message) : []
    for (const { length } of decisions) left.user -= length
    if (decisions.length > 0) read.push({ position, by: 'user', sentences: decisions })
    if (left[by] <= 0) continue
    const sentences = sentencesIn(message)
    for (const { length } of sentences) left[by] -= length
    // Results that have no sentences take time, too.
    if (by === 'tool') left.tool -= 100
    if (sentences.length > 0) read.push({ position, by, sentences })
  }
  return read.reverse()
}

/** The sentences of a message of any speaker. */
export function sentencesIn(message: Message): readonly string[] {
  return message.role === 'tool' ? resultSentences(message) : sentencesOf(textOf(message))
}

/** What a person or the model says: calls are no sentences. */
function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return (content as readonly Part[]).flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
}

/** Writes units as plain JSON. */
export function unitsToJson(units: readonly Unit[]): JsonValue {
  return units.map(({ position, by, text, isOpen }) => [position, by, text, ...(isOpen ? [true] : [])])
}

/** Reads units that a store kept. What is none is left out. */
export function unitsFromJson(json: JsonValue | undefined): readonly Unit[] {
  if (!Array.isArray(json)) return []
  return json.flatMap((item, order): readonly Unit[] => {
    if (!Array.isArray(item)) return []
    const [position, by, text, isOpen] = item
    if (!Number.isSafeInteger(position) || (position as number) < 0 || typeof text !== 'string') return []
    if (by !== 'user' && by !== 'assistant' && by !== 'tool') return []
    const line = withoutNumber(cleanLine(text.slice(0, 2 * longest)))
    return line === ''
      ? []
      : [{ position: position as number, first: position as number, by, text: line, order, isOpen: isOpen === true }]
  })
}
