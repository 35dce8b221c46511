import type { TextSource } from '@lamella/core'
import type { SourceText } from '@lamella/core/plugin'
import { type ConformanceCase, casesOf, type Make } from '../kit/rule.ts'
import { listProblem, textsProblem } from '../sources/fields-problem.ts'
import type { SourceSuiteOptions } from '../sources/options.ts'
import { sharedSourceRules } from '../sources/shared-rules.ts'
import type { SourceKind } from '../sources/source-kind.ts'

const kind: SourceKind<TextSource, SourceText | undefined> = {
  prefix: 'TEXT_SOURCE',
  method: 'read',
  gives: ['TextSource', 'Reads one text; `undefined` if it does not exist.'],
  repeats: ['G6 deterministic', 'same input, same bytes'],
  ask: (source, scope, request) => source.read(scope, request),
  problem: (answer) =>
    answer === undefined
      ? undefined
      : (textsProblem(answer, ['text'], ['from']) ?? listProblem(answer, 'notices', false)),
  things: (answer) => (answer === undefined || answer.text === '' ? [] : [answer.text]),
  notices: (answer) => answer?.notices ?? [],
}

const rules = sharedSourceRules(kind)

/**
 * Conformance cases for a source of one text, such as an instruction file: its form, its notices, stable texts, answers
 * for any scope.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of textSourceSuite(() => ({ read: () => ({ text: 'Be kind.' }) }))) it(c.name, c.run)
 */
export function textSourceSuite(make: Make<TextSource>, options: SourceSuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(rules, make, options)
}
