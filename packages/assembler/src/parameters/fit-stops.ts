import type { Model } from '@lamella/models'
import type { ModelParameters } from '../contract/parameters.ts'
import { dialectOf } from './dialect.ts'
import { isReasoning } from './fit-sampling.ts'
import type { Notify } from './notice.ts'

/** The maximum number of stop sequences that an API accepts. Sources: OC-PARAM and GE-PARAM of `@lamella/wire`. */
const most = { openai: 4, google: 5, anthropic: Number.POSITIVE_INFINITY } as const

/**
 * Keeps the stop sequences that the model accepts: the first ones, if it accepts any. Each change is reported.
 *
 * Source for models that accept none: OpenAI, API reference, `stop` ("Not supported with latest reasoning models").
 */
export function fitStops(parameters: ModelParameters, model: Model, notify: Notify): ModelParameters {
  const { stopSequences, ...rest } = parameters
  const dialect = dialectOf(model)
  if (stopSequences === undefined || dialect === undefined) return parameters
  const taken = dialect === 'anthropic' ? stopSequences.filter((stop) => stop.trim() !== '') : stopSequences
  const kept = isReasoning(model) ? [] : taken.slice(0, most[dialect])
  if (kept.length === stopSequences.length) return parameters
  const what =
    kept.length === 0 ? 'no such stop sequences' : `only ${kept.length} of ${stopSequences.length} stop sequences`
  notify('STOP_SEQUENCES_DROPPED', `The model ${model.id} accepts ${what}; the others are left out.`)
  return kept.length === 0 ? rest : { ...rest, stopSequences: kept }
}
