import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createEstimator, type Message } from '@lamella/core'
import { createCounter, messageText } from '@lamella/core/plugin'
import { countingOnce } from '../prefix/counting.ts'
import { type Format, formats } from '../prefix/formats.ts'
import { createShare } from '../prefix/needed/share.ts'
import type { Compared } from './strategies.ts'
import { extracted } from './summaries.ts'
import { percentOf } from './svg.ts'

const folder = join(process.env['LAMELLA_DATA'] ?? '', 'retrieval')
const [format] = formats as readonly [Format]

interface Text {
  readonly id: string
  readonly group: string
  readonly speaker: string
  readonly text: string
}

/** A conversation, and the messages of it that somebody asks about later. */
export interface AskedAbout {
  readonly messages: readonly Message[]
  readonly gold: readonly Message[]
}

/** Reads chats with the messages that their questions are about, of `beam-100k` or `locomo`; none without the data. */
export function readAskedAbout(set: string): readonly AskedAbout[] {
  const plain = join(folder, set, 'docs.jsonl')
  const file = existsSync(plain) ? plain : `${plain}.gz`
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const texts = linesOf<Text>((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  const queries = linesOf<{ group: string; relevant: readonly string[] }>(
    readFileSync(join(folder, set, 'queries.jsonl'), 'utf8'),
  )
  const groups = [...new Set(texts.map(({ group }) => group))]
  return groups.map((group) => {
    const said = texts.filter((one) => one.group === group)
    const wanted = new Set(queries.filter((one) => one.group === group).flatMap(({ relevant }) => relevant))
    const user = said.find(({ speaker }) => speaker === 'user')?.speaker ?? said[0]?.speaker
    const messages = said.map(
      ({ speaker, text }): Message => ({ role: speaker === user ? 'user' : 'assistant', content: text }),
    )
    return { messages, gold: messages.filter((_, index) => wanted.has(said[index]?.id ?? '')) }
  })
}

function linesOf<Item>(text: string): readonly Item[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Item]))
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
  return [percentOf(shares.user.there / shares.user.of), percentOf(shares.assistant.there / shares.assistant.of)]
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
