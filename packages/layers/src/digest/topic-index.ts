import { spansOf } from '../summary/spans.ts'
import { sharedTopic, topicOf } from '../summary/words.ts'

/** A sentence with the stems of the words that it is about. */
export interface TopicSentence {
  readonly text: string
  readonly topic: ReadonlySet<string>
}

/** Finds sentences that are about the same as another one. */
export interface TopicIndex<Sentence> {
  aboutSameAs(sentence: TopicSentence): readonly Sentence[]
}

/** How much of what two sentences are about has to be the same. */
const same = 0.5

/** The fewest words that two sentences about the same have in common. */
const fewest = 2

/** Indexes sentences by the words that they are about, so that only those with words in common are compared. */
export function topicIndex<Sentence extends TopicSentence>(sentences: readonly Sentence[]): TopicIndex<Sentence> {
  const byWord = new Map<string, Sentence[]>()
  for (const sentence of sentences) {
    for (const word of sentence.topic) {
      const known = byWord.get(word)
      if (known) known.push(sentence)
      else byWord.set(word, [sentence])
    }
  }
  return {
    aboutSameAs: (sentence) => {
      const shared = new Map<Sentence, number>()
      for (const word of sentence.topic) {
        for (const one of byWord.get(word) ?? []) shared.set(one, (shared.get(one) ?? 0) + 1)
      }
      const found: Sentence[] = []
      for (const [one, words] of shared) if (words >= fewest && isSame(sentence, one)) found.push(one)
      return found
    },
  }
}

/** Whether two sentences are about the same, at least without their values: those of a correction are others. */
function isSame(a: TopicSentence, b: TopicSentence): boolean {
  return sharedTopic(a.topic, b.topic) >= same || sharedTopic(withoutValues(a), withoutValues(b)) >= same
}

function withoutValues({ text, topic }: TopicSentence): ReadonlySet<string> {
  const left = new Set(topic)
  for (const span of spansOf(text)) for (const word of topicOf(span.text)) left.delete(word)
  return left
}
