import type { JsonValue, Parameters } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { lose } from '../../shared/ledger.ts'
import { withExtraFields } from '../../shared/provider-fields.ts'
import { chosenNames, namesOf } from '../chosen-names.ts'
import { type OpenAIResponsesFields, readFields } from '../provider-fields.ts'
import { rangeProblem } from '../ranges.ts'
import { chatFields, needsTools } from '../request-fields.ts'
import type { OpenAIResponsesRequest } from '../types.ts'
import type { ResponsesState } from './state.ts'

type Recorded = NonNullable<OpenAIResponsesFields['responsesExtra']>

// What decides whether a request is valid is written by the encoder alone.
const reserved: readonly string[] = ['input', 'instructions', 'tools', 'model']

/** The fields that a request was given beside those that all providers know, as they are: not looked through yet. */
export function givenFields(parameters: Parameters): UnknownRecord {
  const fields: unknown = parameters.providerOptions?.['openai']?.['responsesExtra']
  return isRecord(fields) ? fields : {}
}

/** The request with those fields behind its own. Ones that would make it invalid are left out and noted. */
export function withRequestFields(
  state: ResponsesState,
  request: OpenAIResponsesRequest,
  parameters: Parameters,
  hasTools: boolean,
): OpenAIResponsesRequest {
  const fields = readFields(state, parameters.providerOptions, ['responsesExtra', 'reasoningEffort'])
  const asked = withEffort(fields)
  if (asked === undefined) return request
  const kept: [string, JsonValue][] = []
  for (const [field, value] of Object.entries(asked)) {
    // Null says nothing.
    if (value === null || value === undefined) continue
    if (needsTools.includes(field) && !hasTools) {
      lose(state, 'tool-choice', `${field} without tools is left out.`)
    } else if (chatFields.includes(field)) {
      lose(state, 'parameter', `OpenAI Responses has no parameter ${field}.`)
    } else if (rangeProblem(field, value) !== undefined) {
      lose(state, 'parameter', `The parameter ${field} ${rangeProblem(field, value)}, and is left out.`)
    } else if (field === 'tool_choice' && !namesTools(state, request, value)) {
      lose(state, 'tool-choice', 'A tool choice that names no tool of the request is left out.')
    } else if (field !== 'store' || request.store === undefined) kept.push([field, value])
  }
  return withExtraFields(state, request, Object.fromEntries(kept), reserved)
}

/** The fields of the request with the effort in them, beside whatever else is said of reasoning. */
function withEffort({ responsesExtra, reasoningEffort }: OpenAIResponsesFields): Recorded | undefined {
  const given = isRecord(responsesExtra) ? responsesExtra : undefined
  if (typeof reasoningEffort !== 'string') return given
  const { reasoning } = given ?? {}
  return { ...given, reasoning: { ...(isRecord(reasoning) && reasoning), effort: reasoningEffort } }
}

/** Whether a choice names only tools that are there, or may be: items of the input can bring tools along. */
function namesTools(state: ResponsesState, { tools }: OpenAIResponsesRequest, choice: unknown): boolean {
  if (state.run.brought.tools || state.run.brought.holds) return true
  const names = namesOf(tools)
  return chosenNames(choice).every(([name]) => names.has(name))
}
