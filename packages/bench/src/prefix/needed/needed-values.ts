import type { Message } from '@lamella/core'
import type { Call } from '../calls.ts'
import { leavesOf } from './leaves.ts'
import { piecesOf, textOf } from './pieces.ts'
import { standsIn, valuesIn } from './values.ts'

/** A value in a recorded answer that an earlier message of the conversation has too. */
export interface NeededValue {
  readonly value: string
  /** Whether it is in the arguments of the answer's calls or in the answer's text. */
  readonly from: 'call' | 'text'
  /** None of the last six messages before the answer has it. */
  readonly old: boolean
}

const recent = 6

/** Lists what the answer of each call needed, from conversations and the calls that `callsOf` returned for each. */
export function needsOf(
  conversations: readonly (readonly Message[])[],
  calls: readonly (readonly Call[])[],
): ReadonlyMap<Call, readonly NeededValue[]> {
  const answers = conversations.flatMap(neededValues)
  return new Map(calls.flat().map((call, index) => [call, answers[index] ?? []]))
}

/** Lists what each answer of a conversation needed, but for an answer that is its first message. */
export function neededValues(conversation: readonly Message[]): readonly (readonly NeededValue[])[] {
  const callIds = new Set(
    conversation.flatMap((message) => piecesOf(message).flatMap(({ tool }) => (tool ? [tool.call] : []))),
  )
  const answers: (readonly NeededValue[])[] = []
  let said = ''
  for (const [end, message] of conversation.entries()) {
    if (message.role === 'assistant' && end > 0) {
      const lately = conversation
        .slice(Math.max(0, end - recent), end)
        .map(textOf)
        .join('\n')
      const needed = (['call', 'text'] as const).flatMap((from) =>
        valuesOf(message, from)
          .filter((value) => !callIds.has(value) && standsIn(value, said))
          .map((value) => ({ value, from, old: !standsIn(value, lately) })),
      )
      answers.push(needed)
    }
    said += `${textOf(message)}\n`
  }
  return answers
}

/** Returns the values in the arguments of an answer's calls, without the names of arguments, or in its text. */
function valuesOf(answer: Message, from: NeededValue['from']): readonly string[] {
  const texts = piecesOf(answer)
    .filter((piece) => piece.from === from)
    .flatMap(({ text, json }) => (from === 'text' ? [text] : argumentsOf(json)))
  return [...new Set(texts.flatMap(valuesIn))]
}

function argumentsOf(input: unknown): readonly string[] {
  return leavesOf(input).flatMap(({ text, isName }) => (isName ? [] : [text]))
}
