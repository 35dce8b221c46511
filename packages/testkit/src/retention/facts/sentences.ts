import type { FactKind } from '../contract.ts'
import type { Random } from '../random.ts'
import * as words from './words.ts'

/** A fact in words, before it has a place. */
export interface Sentence {
  readonly text: string
  /** See `Planting`. */
  readonly parts: readonly string[]
  /** What the fact is about. */
  readonly subject: string
  readonly question: string
  /** For a decision: the sentence of the earlier one. */
  readonly replaces?: Pick<Sentence, 'text' | 'parts'>
}

/**
 * There are two sets of sentences: defaults can be chosen with one, and shown with the other, which no rule for extracting
 * sentences has been fitted to.
 */
export type Wording = 'first' | 'second'

/** Two texts that belong together: a statement with its question, or an earlier decision with the later one. */
type Pairs = Readonly<Record<Wording, readonly (readonly [string, string])[]>>

type Make = (subject: string, random: Random, wording: Wording) => Sentence

/** Writes a fact of a kind about a subject. */
export function sentenceOf(kind: FactKind, subject: string, random: Random, wording: Wording): Sentence {
  return makers[kind](subject, random, wording)
}

const makers: Readonly<Record<FactKind, Make>> = {
  number: (subject, random, wording) => {
    const number = amount(random)
    const sets: Pairs = {
      first: [
        [`The budget for the ${subject} is ${number} dollars.`, `What is the budget for the ${subject}?`],
        [`There is room for ${number} people at the ${subject}.`, `How many people can come to the ${subject}?`],
        [`Reference for the ${subject}: ${number}.`, `What is the reference for the ${subject}?`],
      ],
      second: [
        [`The ${subject} must not cost more than $${number}.`, `What may the ${subject} cost at most?`],
        [`We counted ${number} boxes after the ${subject}.`, `How many boxes were there after the ${subject}?`],
        [`By the way, ${number} hours are set aside for the ${subject}.`, `How many hours does the ${subject} have?`],
      ],
    }
    const [text, question] = random.pick(sets[wording])
    return { text, question, subject, parts: [subject, number] }
  },
  name: (subject, random, wording) => {
    const name = `${random.pick(words.firstNames)} ${random.pick(words.lastNames)}`
    const sets = {
      first: [`My contact for the ${subject} is ${name}.`, `${name} takes care of the ${subject}.`],
      second: [`If anything goes wrong with the ${subject}, ask for ${name}.`, `The ${subject} is run by ${name}.`],
    }
    return {
      text: random.pick(sets[wording]),
      question: `Who is in charge of the ${subject}?`,
      subject,
      parts: [subject, name],
    }
  },
  decision: (subject, random, wording) => {
    const row = random.pick(words.choices)
    const old = random.pick(row)
    const now = random.pick(row.filter((one) => one !== old))
    const sets: Pairs = {
      first: [
        [`For the ${subject} we take ${old}.`, `Change of plan for the ${subject}: ${now} instead of ${old}.`],
        [`We decided on ${old} for the ${subject}.`, `Correction: the ${subject} will be with ${now}.`],
      ],
      second: [
        [`Let's settle on ${old} for the ${subject}.`, `I changed my mind about the ${subject}, make it ${now}.`],
        [`The ${subject} is planned with ${old}.`, `The ${subject} is not with ${old} any more, ${now} replaces it.`],
      ],
    }
    const [before, text] = random.pick(sets[wording])
    return {
      text,
      question: `What was decided about the ${subject}?`,
      subject,
      parts: [subject, now],
      replaces: { text: before, parts: [subject, old] },
    }
  },
  promise: (subject, random, wording) => {
    const [thing, day] = [random.pick(words.things), date(random)]
    const sets = {
      first: [
        `I will send you the ${thing} for the ${subject} by ${day}.`,
        `I promise to finish the ${thing} for the ${subject} before ${day}.`,
      ],
      second: [
        `You will have the ${thing} for the ${subject} on ${day}.`,
        `I'll get the ${thing} of the ${subject} ready until ${day}.`,
      ],
    }
    return {
      text: random.pick(sets[wording]),
      question: `What was promised for the ${subject}?`,
      subject,
      parts: [subject, thing, day],
    }
  },
  file: (subject, random, wording) => {
    const [area, file] = subject.split(' ') as [string, string]
    const path = `${random.pick(words.folders)}/${area}/${file}.ts`
    const setting = random.pick(words.settings)
    const old = String(10 + random.below(80))
    const now = String(100 + random.below(800))
    const sets = {
      first: [
        `In ${path} the ${setting} was raised from ${old} to ${now}.`,
        `Changed ${path}: the ${setting} is now ${now}.`,
      ],
      second: [`${path} has a ${setting} of ${now} from now on.`, `Updated the ${setting} to ${now} in ${path}.`],
    }
    return {
      text: random.pick(sets[wording]),
      question: `What is the ${setting} in ${path}?`,
      subject: path,
      parts: [path, setting, now],
    }
  },
  preference: (subject, random, wording) => {
    const like = random.pick(words.likes)
    const sets = {
      first: [`I prefer ${like} for everything about the ${subject}.`, `Please always use ${like} for the ${subject}.`],
      second: [
        `For the ${subject} I would rather not have ${like}.`,
        `We like ${like} when it comes to the ${subject}.`,
      ],
    }
    return {
      text: random.pick(sets[wording]),
      question: `What is preferred for the ${subject}?`,
      subject,
      parts: [subject, like],
    }
  },
}

/** Two to five digits, as people write them. */
function amount(random: Random): string {
  const number = random.pick([21, 210, 2_100, 21_000]) + random.below(random.pick([78, 780, 7_800]))
  return random.below(2) === 0 ? String(number) : number.toLocaleString('en-US')
}

function date(random: Random): string {
  const [day, month] = [1 + random.below(28), random.below(words.months.length)]
  return random.below(2) === 0
    ? `${day} ${words.months[month]}`
    : `2027-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
