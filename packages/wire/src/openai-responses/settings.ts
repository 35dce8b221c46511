import type { JsonValue, Parameters, SystemMessage } from '@lamella/core'
import type { SettingChanges } from '@lamella/core/plugin'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { takesSettingItems } from './models.ts'
import type { OpenAIResponsesFields } from './provider-fields.ts'

/** What of a request's settings its reasoning is bound to; null for one that is not set. */
type BoundSettings = { readonly effort: JsonValue; readonly format: JsonValue }

/** Returns the effort and the format of a request, whichever field sets the effort. */
export function boundSettings(parameters: Parameters): BoundSettings {
  const { reasoningEffort, reasoning, text } = fieldsOf(parameters)
  return {
    effort: (typeof reasoningEffort === 'string' ? reasoningEffort : fieldOf(reasoning, 'effort')) ?? null,
    format: fieldOf(text, 'format') ?? null,
  }
}

/**
 * Whether settings can change in the middle of this request, as an item `configuration_update`. Not where the API changes the
 * input itself, nor with the mode `pro`; and it cannot go back to a setting that is not set.
 *
 * Source: openai 7.59.0, `ResponseInputItem.ConfigurationUpdate` (only the effort, and the formats `text` and `json_schema`);
 * OpenAI, "Using GPT-6.2"; the catalogue of @earendil-works/pi-ai 1.6.0 (GPT-6 and later). Read on 2026-11-27.
 */
export function takesSettings(parameters: Parameters, model: string | undefined, settings: unknown): boolean {
  const { reasoning, truncation, context_management: management } = fieldsOf(parameters)
  const { effort, format } = isRecord(settings) ? settings : {}
  const type = fieldOf(format, 'type')
  return (
    takesSettingItems(model) &&
    typeof effort === 'string' &&
    ((format ?? null) === null || type === 'text' || type === 'json_schema') &&
    fieldOf(reasoning, 'mode') !== 'pro' &&
    truncation !== 'auto' &&
    (management ?? null) === null
  )
}

/** Returns changed settings as a system message that is written as such an item. */
export function settingsMessage(
  { first, now }: SettingChanges,
  parameters: Parameters,
  model: string | undefined,
): SystemMessage | undefined {
  if (!takesSettings(parameters, model, now)) return undefined
  return { role: 'system', content: '', providerOptions: { openai: { configuration: { first, now } } } }
}

/** Returns the item that sets these settings. They hold until the next one, so it sets both. */
export function settingsItem(configuration: unknown): UnknownRecord | undefined {
  const now = fieldOf(configuration, 'now')
  const [effort, format] = [fieldOf(now, 'effort'), fieldOf(now, 'format')]
  if (typeof effort !== 'string') return undefined
  return { type: 'configuration_update', reasoning: { effort }, text: { format: format ?? { type: 'text' } } }
}

/** Returns the parameters with the settings that the request keeps, where others follow in its input. */
export function withFirstSettings(parameters: Parameters, configuration: unknown): Parameters {
  const first = fieldOf(configuration, 'first')
  if (!isRecord(first)) return parameters
  const { openai = {} } = parameters.providerOptions ?? {}
  const { reasoningEffort: _, responsesExtra, ...others } = openai
  const { reasoning, text, ...extra } = isRecord(responsesExtra) ? responsesExtra : {}
  const fields = {
    ...extra,
    ...withField('reasoning', reasoning, 'effort', first['effort']),
    ...withField('text', text, 'format', first['format']),
  } as JsonValue
  return {
    ...parameters,
    providerOptions: { ...parameters.providerOptions, openai: { ...others, responsesExtra: fields } },
  }
}

function withField(name: string, given: unknown, field: string, value: unknown): UnknownRecord {
  const { [field]: _, ...others } = isRecord(given) ? given : {}
  const next = (value ?? null) === null ? others : { ...others, [field]: value }
  return Object.keys(next).length === 0 ? {} : { [name]: next }
}

function fieldsOf({ providerOptions }: Parameters): UnknownRecord {
  const { responsesExtra, reasoningEffort }: OpenAIResponsesFields = providerOptions?.['openai'] ?? {}
  return { ...(isRecord(responsesExtra) && responsesExtra), reasoningEffort }
}

function fieldOf(value: unknown, field: string): JsonValue | undefined {
  return isRecord(value) ? (value[field] as JsonValue | undefined) : undefined
}
