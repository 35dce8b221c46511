import { LamellaError } from '@lamella/core'
import { didYouMean, suggest } from '@lamella/core/plugin'
import { type EncodingName, encodings } from './encodings.ts'

/** Names of exactly one model, by encoding. From the tables of OpenAI's `tiktoken` (model.py) and of its npm port. */
const models: Readonly<Partial<Record<EncodingName, string>>> = {
  o200k_base: 'o1 o3 o4-mini gpt-5 gpt-4.1 gpt-4o codex-mini-latest',
  cl100k_base:
    'gpt-4 gpt-3.5 gpt-3.5-turbo gpt-35-turbo davinci-002 babbage-002 text-embedding-ada-002 text-embedding-3-small text-embedding-3-large',
  p50k_base:
    'text-davinci-003 text-davinci-002 code-davinci-002 code-davinci-001 code-cushman-002 code-cushman-001 davinci-codex cushman-codex',
  p50k_edit: 'text-davinci-edit-001 code-davinci-edit-001',
  r50k_base: 'text-davinci-001 text-curie-001 text-babbage-001 text-ada-001 davinci curie babbage ada gpt2 gpt-2',
}

/** Prefixes of names: sizes, previews and dated versions of a model, such as `gpt-4o-2024-08-06`, share its encoding. */
const families: typeof models = {
  o200k_base: 'o1- o3- o4-mini- gpt-5- gpt-5. gpt-4.5- gpt-4.1- gpt-4o- chatgpt-4o-',
  o200k_harmony: 'gpt-oss-',
  cl100k_base: 'gpt-4- gpt-3.5-turbo- gpt-35-turbo-',
  r50k_base: 'text-similarity- text-search- code-search-',
}

/** Returns the names of a table with their encodings, in its order. */
function listed(table: typeof models): readonly (readonly [name: string, encoding: EncodingName])[] {
  return Object.entries(table).flatMap(([encoding, names]) =>
    names.split(' ').map((name) => [name, encoding as EncodingName] as const),
  )
}

/**
 * Returns the encoding of a model or of an encoding name, or `undefined`. Accepts fine-tuned models
 * (`ft:gpt-4o-mini-2024-07-18:acme::id`) and names with a provider prefix (`openai/gpt-4o`, `azure/gpt-4o`).
 */
export function encodingOf(modelOrEncoding: string): EncodingName | undefined {
  if (isEncoding(modelOrEncoding)) return modelOrEncoding
  const model = modelOrEncoding.replace(/^(?:openai|azure)\//, '').replace(/^ft:([^:]+).*$/s, '$1')
  const [, known] = listed(models).find(([name]) => name === model) ?? []
  return known ?? listed(families).find(([prefix]) => model.startsWith(prefix))?.[1]
}

function isEncoding(name: unknown): name is EncodingName {
  return (encodings as readonly unknown[]).includes(name)
}

/** Creates the error for an unknown model, with up to three similar names. */
export function modelUnknown(model: unknown): LamellaError {
  const known = [...listed(models).map(([name]) => name), ...encodings]
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
