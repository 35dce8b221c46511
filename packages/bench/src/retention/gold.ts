import { createEstimator, type Message } from '@lamella/core'
import { createCounter, messageText } from '@lamella/core/plugin'
import { countingOnce } from '../prefix/counting.ts'
import { type Format, formats } from '../prefix/formats.ts'
import { createShare } from '../prefix/needed/share.ts'
import { percent } from '../prefix/percent.ts'
import { missing, readGroups } from '../search/quality-sets.ts'
import type { Compared } from './strategies.ts'
import { extracted } from './summaries.ts'

const [format] = formats as readonly [Format]

/** A conversation, and the messages of it that somebody asks about later. */
export interface AskedAbout {
  readonly messages: readonly Message[]
  readonly gold: readonly Message[]
}

/** Reads chats with the messages that their questions are about, of `beam-100k` or `locomo`; none without the data. */
export function readAskedAbout(set: string): readonly AskedAbout[] {
  if (missing(set) !== undefined) return []
  return readGroups(set).map(({ texts, questions }) => {
    const wanted = new Set(questions.flatMap(({ relevant }) => relevant))
    const user = texts.some(({ speaker }) => speaker === 'user') ? 'user' : texts[0]?.speaker
    const messages = texts.map(
      ({ speaker, text }): Message => ({ role: speaker === user ? 'user' : 'assistant', content: text }),
    )
    return { messages, gold: messages.filter((_, index) => wanted.has(texts[index]?.id ?? '')) }
  })
}

/** Plays whole conversations. Returns the share of the sentences in asked-about messages that are in the last request, of users and of others. */
export async function goldShare(
  { strategy }: Compared,
  conversations: readonly AskedAbout[],
  window: number,
): Promise<readonly [string, string]> {
  const counter = countingOnce(createCounter(createEstimator(), format.framing))
  const shares = { user: createShare(), assistant: createShare() }
  for (const { messages, gold } of conversations) {
    const system = 'You are a friend. Answer kindly and briefly.'
    const reserve = Math.floor(window / 8)
    const make = strategy({ system, tools: [], memory: [], window, reserve, counter, summarize: extracted })
    let size = 0
    for (const [at, message] of messages.entries()) {
      size += counter.message(message)
      if (at < messages.length - 1 && (size < window / 8 || message.role !== 'user')) continue
      size = 0
      const request = await make(messages.slice(0, at + 1))
      if (at < messages.length - 1) continue
      const text = plainText([...(request?.system ?? []), ...(request?.messages ?? [])].map(messageText).join('\n'))
      for (const one of gold) {
        const share = one.role === 'user' ? shares.user : shares.assistant
        for (const sentence of sentencesAskedAbout(messageText(one))) share.add(text.includes(sentence))
      }
    }
  }
  return [percent(shares.user.there / shares.user.of), percent(shares.assistant.there / shares.assistant.of)]
}

/** The sentences of a message in which an answer may be, without their marks. */
export function sentencesAskedAbout(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s|\n/)
    .map(plainText)
    .filter((sentence) => sentence.length >= 20)
}

/** A text in lower case, without marks. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
