import type { Layer } from '@lamella/core'
import { type ConformanceCase, casesOf, type Make } from '../kit/rule.ts'
import { composeRules } from './compose-rules.ts'
import { definitionRules } from './definition-rules.ts'
import { loadRules } from './load-rules.ts'
import type { LayerRule, LayerSuiteArguments, LayerSuiteOptions } from './options.ts'
import { outputRules } from './output-rules.ts'
import { sessionRules } from './session-rules.ts'
import { stabilityRules } from './stability-rules.ts'

const layerRules: readonly LayerRule[] = [
  ...definitionRules,
  ...outputRules,
  ...loadRules,
  ...stabilityRules,
  ...sessionRules,
  ...composeRules,
]

/**
 * Conformance cases of a layer: its definition, what it loads, how it behaves with little, hostile or aborted requests,
 * whether it is as stable as it says, how it reads the session, and what `compose` makes of what was kept. A layer that
 * needs more than the standard fields is given it by `options.request`; without it the call does not compile.
 *
 * @throws never itself; a case that fails rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of layerSuite(() => motto)) it(c.name, c.run)
 */
export function layerSuite<Needs extends object = object>(
  make: Make<Layer<string, Needs>>,
  ...[options]: LayerSuiteArguments<NoInfer<Needs>>
): readonly ConformanceCase[] {
  // The rules know the standard fields only; the needs travel through them unseen.
  return casesOf(layerRules, make as Make<Layer>, (options ?? {}) as LayerSuiteOptions)
}
