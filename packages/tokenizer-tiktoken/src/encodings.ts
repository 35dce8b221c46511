import { didYouMean, LamellaError } from '@lamella/core'

/** The encodings that can be counted exactly. */
export const encodings = ['o200k_base', 'o200k_harmony', 'cl100k_base', 'p50k_base', 'r50k_base'] as const

/** Name of an encoding. */
export type EncodingName = (typeof encodings)[number]

/** Names that mean exactly one model. From the tables of OpenAI's `tiktoken` (model.py) and of its npm port. */
const models: Readonly<Record<string, EncodingName>> = {
  o1: 'o200k_base',
  o3: 'o200k_base',
  'o4-mini': 'o200k_base',
  'gpt-5': 'o200k_base',
  'gpt-4.1': 'o200k_base',
  'gpt-4o': 'o200k_base',
  'gpt-4': 'cl100k_base',
  'gpt-3.5-turbo': 'cl100k_base',
  'gpt-35-turbo': 'cl100k_base',
  'davinci-002': 'cl100k_base',
  'babbage-002': 'cl100k_base',
  'text-embedding-ada-002': 'cl100k_base',
  'text-embedding-3-small': 'cl100k_base',
  'text-embedding-3-large': 'cl100k_base',
  'text-davinci-003': 'p50k_base',
  'text-davinci-002': 'p50k_base',
  'code-davinci-002': 'p50k_base',
  'code-davinci-001': 'p50k_base',
  'code-cushman-002': 'p50k_base',
  'code-cushman-001': 'p50k_base',
  'text-davinci-001': 'r50k_base',
  'text-curie-001': 'r50k_base',
  'text-babbage-001': 'r50k_base',
  'text-ada-001': 'r50k_base',
  davinci: 'r50k_base',
  curie: 'r50k_base',
  babbage: 'r50k_base',
  ada: 'r50k_base',
  gpt2: 'r50k_base',
}

/** Beginnings of names: sizes, previews and dated versions of a model, such as `gpt-4o-2024-08-06`, share its encoding. */
const families: readonly (readonly [prefix: string, encoding: EncodingName])[] = [
  ['o1-', 'o200k_base'],
  ['o3-', 'o200k_base'],
  ['o4-mini-', 'o200k_base'],
  ['gpt-5-', 'o200k_base'],
  ['gpt-5.', 'o200k_base'],
  ['gpt-4.5-', 'o200k_base'],
  ['gpt-4.1-', 'o200k_base'],
  ['gpt-4o-', 'o200k_base'],
  ['chatgpt-4o-', 'o200k_base'],
  ['gpt-oss-', 'o200k_harmony'],
  ['gpt-4-', 'cl100k_base'],
  ['gpt-3.5-turbo-', 'cl100k_base'],
  ['gpt-35-turbo-', 'cl100k_base'],
]

/**
 * The encoding of a model or of an encoding's own name, or `undefined`. Takes fine-tuned models
 * (`ft:gpt-4o-mini-2024-07-18:acme::id`) and names with the provider in front (`openai/gpt-4o`).
 */
export function encodingOf(modelOrEncoding: string): EncodingName | undefined {
  if (isEncoding(modelOrEncoding)) return modelOrEncoding
  const model = modelOrEncoding.replace(/^openai\//, '').replace(/^ft:([^:]+).*$/s, '$1')
  if (Object.hasOwn(models, model)) return models[model]
  return families.find(([prefix]) => model.startsWith(prefix))?.[1]
}

function isEncoding(name: unknown): name is EncodingName {
  return (encodings as readonly unknown[]).includes(name)
}

export function modelUnknown(model: unknown): LamellaError {
  const known = [...Object.keys(models), ...encodings]
  return new LamellaError({
    code: 'MODEL_UNKNOWN',
    message: `The encoding of model '${String(model)}' is not known.${didYouMean(String(model), known)}`,
    fix: `Give an encoding (${encodings.join(', ')}), or { fallback: 'o200k_base' } for a count marked as inexact.`,
    details: { model, known },
  })
}
