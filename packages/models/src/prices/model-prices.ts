import { checkOptions } from '@lamella/core/plugin'
import { findModel } from '../built-in.ts'
import type { Model, ModelPrices } from '../contract/model.ts'
import { mustBeDay } from '../define-model.ts'
import { tableDate } from '../table.ts'

/** When the prices apply. */
export interface PriceOptions {
  /** The day of the request, `YYYY-MM-DD`: some prices are announced to change. Default: `tableDate`, the day of the table. */
  readonly day?: string | undefined
}

/**
 * Returns the prices of a model on a day, in US dollars per million tokens, as its vendor charges for ordinary requests;
 * `undefined` if they are not known. Platforms such as Bedrock and Vertex may charge more, and batches cost less.
 *
 * @param model A name of a built-in model, or a model of your own with `prices`.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const { input, read } = modelPrices('claude-opus-5-5') ?? {} // 4, 0.2
 */
export function modelPrices(model: string | Model, options: PriceOptions = {}): ModelPrices | undefined {
  const { day = tableDate } = checkOptions('modelPrices', options, { day: mustBeDay })
  const all = (typeof model === 'string' ? findModel(model) : model)?.prices ?? []
  return all.findLast(({ from }) => from === undefined || from <= day)
}
