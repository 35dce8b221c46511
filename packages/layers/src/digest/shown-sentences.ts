import type { DigestRequest, Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import { sentencesOf } from '../summary/sentences.ts'
import { topicOf } from '../summary/words.ts'
import { resultSentences } from './result-sentences.ts'
import type { TopicSentence } from './topic-index.ts'

/** A sentence that a request still shows. */
export interface ShownSentence extends TopicSentence {
  /** The same for sentences that differ only in case, and in the numbers of messages in front of them. */
  readonly key: string
}

/** The most characters of messages that are read, from the beginning: statements older than what gave way stand there. */
const most = 30_000

/** The numbers of messages in front of a line of a summary. */
const numbers = /^(?:No\. )?#?\d[\d#, -]*: /

/** Returns the sentences of a request, in order: of the system prompt, and of its oldest messages. */
export function shownSentences(shown: DigestRequest['shown']): readonly ShownSentence[] {
  const sentences: ShownSentence[] = []
  let left = most
  for (const one of shown) {
    if (typeof one !== 'string' && left <= 0) break
    for (const text of sentencesIn(one)) {
      if (typeof one !== 'string') left -= text.length
      sentences.push({ text, key: keyOf(text), topic: topicOf(text) })
    }
  }
  return sentences
}

function sentencesIn(one: string | Message): readonly string[] {
  if (typeof one === 'string') return sentencesOf(one)
  return one.role === 'tool' ? resultSentences(one) : sentencesOf(messageText(one))
}

/** Returns what two sentences have in common that say the same in the same words. */
export function keyOf(sentence: string): string {
  return sentence.replace(numbers, '').trim().toLowerCase()
}
