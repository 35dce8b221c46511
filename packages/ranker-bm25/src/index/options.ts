import { type Check, checkOptions, isObject } from '@lamella/core/plugin'
import { type AnalyzeOptions, analysisChecks } from '../analysis/options.ts'
import {
  type ConversationOptions,
  mustBeConversation,
  mustBeWeight,
  resolveConversation,
} from '../turns/conversation.ts'
import { type FormulaOptions, formulaChecks, type formulaFor } from '../turns/formula.ts'
import type { FieldWeight, Weights } from '../turns/turn.ts'

export interface IndexOptions extends AnalyzeOptions, FormulaOptions {
  /**
   * The weight of each field's terms, where the text's terms have 1: `{ title: 2 }`. From 0.001 to 1,000, or 0 to
   * ignore a field. Default: no fields.
   */
  readonly fields?: Readonly<Record<string, number>>
  /**
   * `true`, or the weights of the parts that make conversation turns findable. Documents are turns in insertion order;
   * those without `session` share one session. Default `false`.
   */
  readonly conversation?: boolean | ConversationOptions
}

/** The validated options of an index. */
export interface Settings extends Weights {
  readonly analysis: AnalyzeOptions
  readonly formula: Parameters<typeof formulaFor>[0]
  /** Whether the language of texts must be guessed. */
  readonly severalLanguages: boolean
}

const mustBeFields: Check = (value) => {
  if (!isObject(value)) return 'must be an object with a weight for each field'
  for (const [name, weight] of Object.entries(value)) {
    const problem = mustBeWeight(weight)
    if (problem !== undefined) return `has a weight of '${name}' that ${problem}`
  }
  return undefined
}

/** @throws LamellaError `OPTION_INVALID` */
export function settingsOf(what: string, options: IndexOptions): Settings {
  const { k1, b, plus, fields, conversation, ...analysis } = checkOptions(what, options, {
    ...analysisChecks,
    ...formulaChecks,
    fields: mustBeFields,
    conversation: mustBeConversation,
  })
  return {
    analysis,
    formula: { k1, b, plus },
    fields: Object.entries(fields ?? {}).map(([name, weight]): FieldWeight => ({ name, weight })),
    conversation: resolveConversation(what, conversation),
    severalLanguages: (analysis.languages?.length ?? 1) > 1,
  }
}

/**
 * Returns the options that determine the terms of documents and their weights, by name, as text. Functions are included
 * only by presence, and languages by name.
 */
export function fingerprint({ analysis, fields, conversation }: Settings): readonly (readonly [string, string])[] {
  const { languages, language = 'english', stem = true, stopWords = true } = analysis
  const { neighbours, question, answer, speaker, date, spellDate } = conversation
  const entries: readonly (readonly [string, unknown])[] = [
    [
      'languages',
      languages === undefined ? [language].filter((name) => name !== 'none') : languages.map(({ name }) => name),
    ],
    ['stem', typeof stem === 'function' ? 'a function' : stem],
    ['stopWords', stopWords],
    ['fields', fields.map(({ name, weight }) => [name, weight])],
    ['conversation.neighbours', neighbours],
    ['conversation.question', question],
    ['conversation.answer', answer > 0],
    ['conversation.speaker', speaker],
    ['conversation.date', date],
    ['conversation.spellDate', spellDate === resolveConversation('', true).spellDate ? 'in English' : 'a function'],
  ]
  return entries.map(([name, value]) => [name, JSON.stringify(value)])
}
