import { LamellaError } from '@lamella/core'
import { didYouMean, suggest } from '@lamella/core/plugin'
import { type EncodingName, encodings } from './encodings.ts'

/** Names of exactly one model. From the tables of OpenAI's `tiktoken` (model.py) and of its npm port. */
const models: Readonly<Record<string, EncodingName>> = {
  o1: 'o200k_base',
  o3: 'o200k_base',
  'o4-mini': 'o200k_base',
  'gpt-5': 'o200k_base',
  'gpt-4.1': 'o200k_base',
  'gpt-4o': 'o200k_base',
  'codex-mini-latest': 'o200k_base',
  'gpt-4': 'cl100k_base',
  'gpt-3.5': 'cl100k_base',
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
  'davinci-codex': 'p50k_base',
  'cushman-codex': 'p50k_base',
  'text-davinci-edit-001': 'p50k_edit',
  'code-davinci-edit-001': 'p50k_edit',
  'text-davinci-001': 'r50k_base',
  'text-curie-001': 'r50k_base',
  'text-babbage-001': 'r50k_base',
  'text-ada-001': 'r50k_base',
  davinci: 'r50k_base',
  curie: 'r50k_base',
  babbage: 'r50k_base',
  ada: 'r50k_base',
  gpt2: 'r50k_base',
  'gpt-2': 'r50k_base',
}

/** Prefixes of names: sizes, previews and dated versions of a model, such as `gpt-4o-2024-08-06`, share its encoding. */
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
  ['text-similarity-', 'r50k_base'],
  ['text-search-', 'r50k_base'],
  ['code-search-', 'r50k_base'],
]

/**
 * Returns the encoding of a model or of an encoding name, or `undefined`. Accepts fine-tuned models
 * (`ft:gpt-4o-mini-2024-07-18:acme::id`) and names with a provider prefix (`openai/gpt-4o`, `azure/gpt-4o`).
 */
export function encodingOf(modelOrEncoding: string): EncodingName | undefined {
  if (isEncoding(modelOrEncoding)) return modelOrEncoding
  const model = modelOrEncoding.replace(/^(?:openai|azure)\//, '').replace(/^ft:([^:]+).*$/s, '$1')
  if (Object.hasOwn(models, model)) return models[model]
  return families.find(([prefix]) => model.startsWith(prefix))?.[1]
}

function isEncoding(name: unknown): name is EncodingName {
  return (encodings as readonly unknown[]).includes(name)
}

/** Creates the error for an unknown model, with up to three similar names. */
export function modelUnknown(model: unknown): LamellaError {
  const known = [...Object.keys(models), ...encodings]
  const near: string[] = []
  for (let left = known; near.length < 3; left = left.filter((name) => !near.includes(name))) {
    const next = suggest(String(model), left)
    if (next === undefined) break
    near.push(next)
  }
  return new LamellaError({
    code: 'MODEL_UNKNOWN',
    what: `The encoding of model '${String(model)}' is unknown.${didYouMean(String(model), known)}`,
    fix: `Pass an encoding (${encodings.join(', ')}), or { fallback: 'o200k_base' } for a count marked as inexact.`,
    details: { model, near, known },
  })
}
