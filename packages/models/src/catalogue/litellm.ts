import { isObject } from '@lamella/core/plugin'
import type { Feature, ModelFormat } from '../contract/model.ts'
import { type Entry, pricesFrom, sizes } from './entry.ts'

type Json = Readonly<Record<string, unknown>>

const formats: ReadonlyMap<unknown, readonly ModelFormat[]> = new Map([
  ['openai', ['openai-responses', 'openai-chat']],
  ['anthropic', ['anthropic']],
  ['gemini', ['gemini']],
  ['vertex_ai-language-models', ['gemini']],
] as const)

const flags: readonly (readonly [string, Feature])[] = [
  ['supports_function_calling', 'tools'],
  ['supports_vision', 'vision'],
  ['supports_pdf_input', 'files'],
  ['supports_audio_input', 'audio'],
  ['supports_reasoning', 'thinking'],
  ['supports_response_schema', 'structured-output'],
  ['supports_prompt_caching', 'caching'],
]

/** Modes of models that answer with text. */
const modes: ReadonlySet<unknown> = new Set(['chat', 'responses', 'completion'])

/** Checks whether this is LiteLLM's `model_prices_and_context_window.json`: models, each with its provider. */
export function isLiteLlm(catalogue: Json): boolean {
  return Object.values(catalogue).some((one) => isObject(one) && typeof one['litellm_provider'] === 'string')
}

/** Returns the entries of LiteLLM's file. */
export function liteLlmEntries(catalogue: Json): readonly Entry[] {
  return Object.entries(catalogue).map(([name, model]) => {
    if (!isObject(model)) return { provider: '', name, read: 'it is not an object' }
    const provider = model['litellm_provider']
    if (typeof provider !== 'string') return { provider: '', name, read: 'its litellm_provider is not text' }
    return { provider, name, read: readModel(model) }
  })
}

function readModel(model: Json): Entry['read'] {
  if (!modes.has(model['mode'])) return undefined
  // The file has only the longest input, which is a safe window: some models' windows equal it, the others' are larger.
  const size = sizes(
    { window: model['max_input_tokens'], output: model['max_output_tokens'] ?? model['max_tokens'] },
    { window: 'max_input_tokens', output: 'max_output_tokens' },
  )
  if (typeof size === 'string') return size
  const features = flags.filter(([flag]) => model[flag] === true).map(([, feature]) => feature)
  if (model['supports_native_streaming'] !== false) features.push('streaming')
  const ends = model['deprecation_date']
  return {
    ...size,
    features,
    formats: formats.get(model['litellm_provider']) ?? [],
    ...pricesFrom(
      {
        input: model['input_cost_per_token'],
        output: model['output_cost_per_token'],
        read: model['cache_read_input_token_cost'],
        write: model['cache_creation_input_token_cost'],
      },
      1e6,
      'LiteLLM',
    ),
    ...(typeof ends === 'string' && /^\d{4}-\d\d-\d\d$/.test(ends) && { retires: ends, status: 'deprecated' as const }),
  }
}
