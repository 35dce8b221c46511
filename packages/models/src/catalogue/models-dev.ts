import { isObject } from '@lamella/core/plugin'
import type { Feature, ModelFormat } from '../contract/model.ts'
import { type Entry, listOf, pricesFrom, sizes } from './entry.ts'

type Json = Readonly<Record<string, unknown>>

/** Formats by the AI SDK package for the provider. */
const formats: ReadonlyMap<unknown, readonly ModelFormat[]> = new Map([
  ['@ai-sdk/openai', ['openai-responses', 'openai-chat']],
  ['@ai-sdk/openai-compatible', ['openai-chat']],
  ['@ai-sdk/anthropic', ['anthropic']],
  ['@ai-sdk/google', ['gemini']],
] as const)

/** Checks whether this is the `api.json` of models.dev: providers, each with its models. */
export function isModelsDev(catalogue: Json): boolean {
  return Object.values(catalogue).some((one) => isObject(one) && isObject(one['models']))
}

/** Returns the entries of an `api.json`, provider by provider. */
export function modelsDevEntries(catalogue: Json): readonly Entry[] {
  return Object.entries(catalogue).flatMap(([provider, one]) => {
    if (!isObject(one) || !isObject(one['models'])) return [{ provider, name: '', read: 'it has no models' }]
    const npm = one['npm']
    return Object.entries(one['models']).map(([name, model]) => ({ provider, name, read: readModel(model, npm) }))
  })
}

function readModel(model: unknown, npm: unknown): Entry['read'] {
  if (!isObject(model)) return 'it is not an object'
  const limit = isObject(model['limit']) ? model['limit'] : {}
  const modalities = isObject(model['modalities']) ? model['modalities'] : {}
  const gives = listOf(modalities['output'])
  if (gives.length > 0 && !gives.includes('text')) return undefined
  const size = sizes(
    { window: limit['context'], output: limit['output'], input: limit['input'] },
    { window: 'limit.context', output: 'limit.output' },
  )
  if (typeof size === 'string') return size
  const cost = isObject(model['cost']) ? model['cost'] : {}
  const { input, output, cache_read: read, cache_write: write } = cost
  const own = isObject(model['provider']) ? model['provider']['npm'] : undefined
  return {
    ...size,
    features: featuresOf(model, listOf(modalities['input'])),
    formats: formats.get(own ?? npm) ?? [],
    ...pricesFrom({ input, output, read, write }, 1, 'models.dev'),
    status: model['status'] === 'deprecated' ? 'deprecated' : 'active',
    ...(isFamily(model['family']) && { family: model['family'] }),
  }
}

function isFamily(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 100
}

function featuresOf(model: Json, takes: readonly unknown[]): readonly Feature[] {
  const cost = isObject(model['cost']) ? model['cost'] : {}
  const known: readonly (readonly [Feature, boolean])[] = [
    ['tools', model['tool_call'] === true],
    ['vision', takes.includes('image')],
    ['files', takes.includes('pdf')],
    ['audio', takes.includes('audio')],
    ['thinking', model['reasoning'] === true],
    ['structured-output', model['structured_output'] === true],
    // The catalogue lists models for the AI SDK, all of which stream.
    ['streaming', true],
    ['caching', typeof cost['cache_read'] === 'number'],
  ]
  return known.filter(([, has]) => has).map(([feature]) => feature)
}
