import type { Layer } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make } from '../kit/rule.ts'
import { composeRules } from './compose-rules.ts'
import { definitionRules } from './definition-rules.ts'
import { loadRules } from './load-rules.ts'
import type { LayerRule, LayerSuiteArguments, LayerSuiteOptions } from './options.ts'
import { outputRules } from './output-rules.ts'
import { runRules } from './run-rules.ts'
import { sessionRules } from './session-rules.ts'
import { stabilityRules } from './stability-rules.ts'

const layerRules: readonly LayerRule[] = [
  ...definitionRules,
  ...outputRules,
  ...loadRules,
  ...stabilityRules,
  ...sessionRules,
  ...runRules,
  ...composeRules,
]

/**
 * Conformance cases for a layer: its definition, what it loads, how it handles minimal, hostile or aborted requests,
 * whether it is as stable as it declares, how it reads the session, what it does in a run, and what `compose` returns. If a layer needs more
 * than the standard fields, pass them in `options.request`; without it the call does not compile.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of layerSuite(() => motto)) it(c.name, c.run)
 */
export function layerSuite<Needs extends object = object>(
  make: Make<Layer<string, Needs>>,
  ...[options]: LayerSuiteArguments<NoInfer<Needs>>
): readonly ConformanceCase[] {
  // The rules know only the standard fields; the needs pass through unseen.
  return casesOf(layerRules, make as Make<Layer>, (options ?? {}) as LayerSuiteOptions)
}
