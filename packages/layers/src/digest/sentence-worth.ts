import type { CollectedLine } from '../summary/collect-lines.ts'
import type { ReadSentence } from '../summary/read-sentence.ts'

/** Says that something said before no longer holds, and not only that somebody is sorry. */
export const corrects: RegExp =
  /^(?:correction|change of plans?|update)\b|\b(?:instead|no longer|any ?more|chang(?:e|ed|ing) (?:my|our) mind|rather than|replaces?|not .{1,60} but)\b/i

/** Says what somebody wants in all cases. */
const prefers =
  /\b(?:prefers?|(?:please|must) (?:always|never|not)|would rather|do not like|don['’]t like|from now on|when it comes to|we like|I like)\b/i

/** How much the words of a person count, and those of a model, of a summary or of a tool. */
const said: Readonly<Record<CollectedLine['said'], number>> = {
  user: 1.2,
  summary: 1,
  model: 1,
  assistant: 0.9,
  tool: 0.7,
}

/**
 * Returns how likely a sentence is to be needed later, by what it does and what it names: a correction, a preference, a promise with
 * a date or a thing, a change of a file, a name or a number with what it is of. What names nothing is worth little.
 */
export function worthOf({ said: by, section, was = [], now = [] }: CollectedLine, read: ReadSentence): number {
  const { text, spans, topic } = read
  const names = spans.filter(({ kind, text: one }) => kind === 'name' && one.includes(' ')).length
  const named = Math.min(1, 0.35 * spans.length) + Math.min(0.6, 0.6 * names)
  const form = (text.length <= 160 ? 1 : 0.6) * (text.endsWith('?') ? 0.4 : 1)
  return said[by] * form * (baseOf() + named + (was.length + now.length > 0 ? 1 : 0))

  function baseOf(): number {
    if (corrects.test(text) && topic.size > 1) return 2
    if (prefers.test(text) && topic.size > 2) return 2
    if (spans.some(({ kind }) => kind === 'file')) return read.isFileChange || spans.length > 1 ? 1.8 : 0.3
    if (read.isPromise) return (read.isLater || spans.length > 0) && topic.size > 2 ? 1.6 : 0.1
    if (read.isDecision && section !== 'facts') return topic.size > 1 ? 1 : 0.2
    if (section === 'goal') return 0.8
    if (section === 'state') return 0.2
    return spans.length > 0 && topic.size > 0 ? 0.9 : 0.1
  }
}
