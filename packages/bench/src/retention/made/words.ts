import type { FactKind } from '@lamella/testkit/retention'

/** Who says a sentence: a user, the model, a text of a tool, a field of a record, or a user in answer to a question of the model. */
type Speaker = 'user' | 'answer' | 'text' | 'field' | 'asked'

/**
 * A sentence. `{s}` is what it is about, `{S}` the same at the beginning, `{V}` the value, `{P}` a person, `{A}` what was decided
 * first and `{B}` what replaces it. A question is followed by `|` and its answer; a field its name.
 */
export type Form = readonly [Speaker, string]

/** What the value of a fact is, and its kind, in the order in which facts are said. A promise has a person and a day. */
export const values = {
  code: 'number',
  day: 'number',
  amount: 'number',
  file: 'file',
  person: 'preference',
  promise: 'promise',
} as const satisfies Readonly<Record<string, FactKind>>

/** The numbers that words are made of. */
export interface Draw {
  below(end: number): number
  pick(items: readonly string[]): string
}

/** The words of one made conversation: its subjects, its facts and its talk, in one language. */
export interface Wording {
  readonly name: string
  readonly system: string
  /** Left out of the parts that a reader looks for, such as an article. */
  readonly article: string
  /** Between two sentences. */
  readonly space: string
  readonly subjects: readonly string[]
  readonly people: readonly string[]
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly day: (draw: Draw) => string
  readonly amount: (draw: Draw) => string
  readonly file: (draw: Draw) => string
  readonly facts: Readonly<Record<keyof typeof values, readonly Form[]>>
  /** What is decided first; then without a word that says that something changes, and with one. */
  readonly first: readonly Form[]
  readonly bare: readonly Form[]
  readonly marked: readonly Form[]
  /** Says of a fact's subject something that is not worth keeping. */
  readonly remarks: readonly string[]
  /** Talk of users and of the model: one of each list, in order. */
  readonly asks: readonly (readonly string[])[]
  readonly talk: readonly (readonly string[])[]
  readonly thanks: readonly string[]
  /** Talk in which nearly each sentence has a value; '' for none. */
  readonly dense: readonly string[]
}

/** Splits a list of phrases. */
export function listed(text: string): readonly string[] {
  return text.split('|').map((one) => one.trim())
}
