import type { Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import type { Fact, Planting, RetentionRequest, Verdict } from './contract.ts'

const lowerCase = (text: string): string => text.toLowerCase()

/** How close together the parts of a fact must be, in characters from the first to the last: about a sentence and a half. */
const reach = 240

/** How far after an earlier decision a mark may be that says it no longer holds. */
const markReach = 60

const mark = /\b(replaced|superseded|outdated|no longer|not any ?more)\b/i

const wordCharacter = /[\p{L}\p{N}_]/u

/** Scripts that write words without spaces, or particles without one after their words: a word can end anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Returns whether one of the texts tells a planted fact: all of its parts as whole words, upper and lower case alike, within 240
 * characters of its first part, in any order. A value alone is not enough: a reader must know what it is of.
 *
 * @example
 * tellsFact(['The harbour survey: 4,871 dollars.'], { parts: ['harbour survey', '4,871'] }) // true
 * tellsFact(['The harbour survey is late.', '4,871 dollars'], { parts: ['harbour survey', '4,871'] }) // false
 */
export function tellsFact(texts: readonly string[], planting: Pick<Planting, 'parts'>): boolean {
  return tells(texts.map(lowerCase), planting)
}

/**
 * Returns a function that judges a fact by the request from which the model would have to know it.
 *
 * An earlier decision counts as `outdated` if the request tells it and neither the later one nor, right after it, a word such
 * as "replaced". That a call would return the later one does not help: a model that believes it knows does not ask.
 */
export function createJudge(request: RetentionRequest | undefined): (fact: Fact) => Promise<Verdict> {
  if (!request) return async () => 'lost'
  const { system = [], messages } = request
  const said = [...system, ...messages].map((message) => lowerCase(messageText(message)))
  const texts = [...said, ...messages.flatMap((_, at) => answeredQuestion(messages, at))]
  return async (fact) => {
    if (tells(texts, fact)) return 'kept'
    if (fact.replaces && tellsUnmarked(texts, fact.replaces)) return 'outdated'
    const answers = (await request.look?.({ subject: fact.subject, question: fact.question })) ?? []
    return answers.some((one) => tellsFact([one], fact)) ? 'reachable' : 'lost'
  }
}

/** A user's message after a question of the model says what the two say together. */
function answeredQuestion(messages: readonly Message[], at: number): readonly string[] {
  const [question, answer] = [messages[at - 1], messages[at]]
  if (question?.role !== 'assistant' || answer?.role !== 'user') return []
  return [lowerCase(`${messageText(question).slice(-reach)} ${messageText(answer).slice(0, reach)}`)]
}

/** Whether one of the texts, in lower case, tells a fact. */
function tells(texts: readonly string[], { parts }: Pick<Planting, 'parts'>): boolean {
  const lower = parts.map(lowerCase)
  return texts.some((text) => placesOf(text, lower).length > 0)
}

function tellsUnmarked(texts: readonly string[], { parts }: Planting): boolean {
  const lower = parts.map(lowerCase)
  return texts.some((text) => placesOf(text, lower).some(({ end }) => !mark.test(text.slice(end, end + markReach))))
}

/** Where all parts are close together: from the first of them to the last. */
function placesOf(text: string, parts: readonly string[]): readonly { readonly start: number; readonly end: number }[] {
  const [first = '', ...others] = parts
  const places: { start: number; end: number }[] = []
  for (let at = wholeAt(text, first, 0); at >= 0; at = wholeAt(text, first, at + 1)) {
    let [start, end] = [at, at + first.length]
    const isTold = others.every((part) => {
      const near = nearest(text, part, at)
      if (near === undefined) return false
      start = Math.min(start, near)
      end = Math.max(end, near + part.length)
      return end - start <= reach
    })
    if (isTold) places.push({ start, end })
  }
  return places
}

/** The place of a part that is nearest to another one, or `undefined` if there is none within reach. */
function nearest(text: string, part: string, place: number): number | undefined {
  let best: number | undefined
  for (
    let at = wholeAt(text, part, Math.max(0, place - reach));
    at >= 0 && at <= place + reach;
    at = wholeAt(text, part, at + 1)
  ) {
    if (best === undefined || Math.abs(at - place) < Math.abs(best - place)) best = at
  }
  return best
}

/** The next place of a part that is not inside a longer word or number: `871` is not in `4,871`. */
function wholeAt(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    if (
      !continues(text, at - 2, at - 1, part[0]) &&
      !continues(text, at + part.length + 1, at + part.length, part.at(-1))
    )
      return at
  }
  return -1
}

/** Whether a word or number goes on beyond the edge of a part: directly, or across the separator of a number. */
function continues(text: string, beyond: number, beside: number, edge = ''): boolean {
  const next = text[beside] ?? ''
  if (!wordCharacter.test(edge) || unspaced.test(edge)) return false
  if (wordCharacter.test(next) && !unspaced.test(next)) return true
  return /\d/.test(edge) && /[.,]/.test(next) && /\d/.test(text[beyond] ?? '')
}
