import type { Parameters } from '@lamella/core'
import { checkSampling } from '../../shared/check-sampling.ts'
import { defined } from '../../shared/defined.ts'
import { lose } from '../../shared/ledger.ts'
import { minOutputTokens } from '../limits.ts'
import type { OpenAIResponsesRequest } from '../types.ts'
import { type ResponsesState, title } from './state.ts'

type Sampling = Pick<OpenAIResponsesRequest, 'temperature' | 'top_p' | 'max_output_tokens'>

/**
 * Returns the sampling parameters, under the names of this format. It has neither stop sequences nor a seed, which are
 * reported as losses.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a temperature outside 0 to 2, a `topP` outside 0 to 1, a `maxOutputTokens`
 * that is not an integer of 16 or more. Source: OR-PARAM, schema.
 */
export function encodeParameters(state: ResponsesState, parameters: Parameters): Sampling {
  const { temperature, topP, maxOutputTokens, stopSequences, seed } = parameters
  checkSampling(title, { temperature, topP, maxOutputTokens }, { temperature: 2, output: minOutputTokens })
  if (stopSequences !== undefined && stopSequences.length > 0) {
    lose(state, 'parameter', 'OpenAI Responses does not support stop sequences.')
  }
  if (seed !== undefined) lose(state, 'parameter', 'OpenAI Responses does not support a seed.')
  return defined({ temperature, top_p: topP, max_output_tokens: maxOutputTokens })
}
