import type { Notice } from '@lamella/core'
import { checkOptions, isObject, mustBeTexts } from '@lamella/core/plugin'
import type { Model } from '../contract/model.ts'
import { defineModel } from '../define-model.ts'
import { modelError, shown } from '../errors.ts'
import { featuresByName } from '../floors.ts'
import { keyOf, longestName } from '../names.ts'
import type { Entry } from './entry.ts'
import { isLiteLlm, liteLlmEntries } from './litellm.ts'
import { isModelsDev, modelsDevEntries } from './models-dev.ts'

/** Codes of the notices about a catalogue. */
export type ModelNoticeCode =
  /** An entry is unusable: its sizes are missing, not numbers or inconsistent, or its name is invalid. */
  | 'MODEL_SKIPPED'
  /** The number of image, audio and embedding models that were left out. */
  | 'MODELS_OF_OTHER_KINDS'

/** Options for reading a catalogue. */
export interface CatalogueOptions {
  /**
   * The providers to include, by their names in the catalogue. If several of them have a model, its bare name means
   * that of the first one listed. By default all are included, and a bare name works only if a single provider has that
   * model.
   */
  readonly providers?: readonly string[]
}

/** The contents of a catalogue. */
export interface Catalogue {
  /** Models for `createModels`. Their ids are `provider/name`. */
  readonly models: readonly Model[]
  /** The entries that were left out, and why. */
  readonly notices: readonly Notice[]
}

/**
 * Reads a public catalogue: the `api.json` of models.dev, or LiteLLM's `model_prices_and_context_window.json`, as text
 * or parsed. It fetches nothing. Unusable entries are left out with a notice each; the others are only as accurate as
 * the catalogue.
 *
 * @throws LamellaError `CATALOGUE_INVALID` for any other input, `OPTION_INVALID` for wrong options.
 * @example
 * const json = '{ "acme": { "models": { "a-1": { "limit": { "context": 65536, "output": 8192 } } } } }'
 * const models = createModels(loadCatalogue(json).models)
 * models.getModel('a-1').id // 'acme/a-1'
 */
export function loadCatalogue(catalogue: unknown, options: CatalogueOptions = {}): Catalogue {
  const { providers } = checkOptions('loadCatalogue', options, { providers: mustBeTexts })
  const entries = entriesOf(catalogue).filter(({ provider }) => providers === undefined || providers.includes(provider))
  const notices: (Notice & { readonly code: ModelNoticeCode })[] = []
  const skip = (entry: Entry, problem: string): void => {
    notices.push({ code: 'MODEL_SKIPPED', what: `${shown(idOf(entry))} is left out: ${problem}.` })
  }
  const usable = new Map<string, Entry>()
  let others = 0
  for (const entry of entries) {
    const id = idOf(entry)
    if (entry.read === undefined) others += 1
    else if (typeof entry.read === 'string') skip(entry, entry.read)
    else if (entry.provider.trim() === '' || entry.name.trim() === '') skip(entry, 'its name is empty')
    else if (id.length > longestName) skip(entry, `its name has more than ${longestName} characters`)
    else if (usable.has(keyOf(id))) skip(entry, 'another entry has the same name')
    else usable.set(keyOf(id), entry)
  }
  const what = `Entries left out because they do not answer with text: ${others}.`
  if (others > 0) notices.push({ code: 'MODELS_OF_OTHER_KINDS', what })
  const owners = ownersOf(usable, providers)
  const models = Array.from(usable.values(), (entry) => modelOf(entry, owners))
  return Object.freeze({ models: Object.freeze(models), notices: Object.freeze(notices) })
}

function entriesOf(catalogue: unknown): readonly Entry[] {
  try {
    const data: unknown = typeof catalogue === 'string' ? JSON.parse(catalogue) : catalogue
    if (isObject(data) && isModelsDev(data)) return modelsDevEntries(data)
    if (isObject(data) && isLiteLlm(data)) return liteLlmEntries(data)
  } catch (cause) {
    // Either the text is not JSON, or the object throws when it is read, which parsed JSON never does.
    throw invalid('it is not JSON', cause)
  }
  throw invalid('it is in neither the models.dev nor the LiteLLM format')
}

function invalid(problem: string, cause?: unknown): Error {
  return modelError(
    'CATALOGUE_INVALID',
    `The catalogue cannot be read: ${problem}.`,
    "Pass the api.json of models.dev or LiteLLM's model_prices_and_context_window.json, as text or parsed.",
    { problem },
    cause,
  )
}

/** Returns an entry's id. LiteLLM already prefixes some names with the provider. */
function idOf({ provider, name }: Entry): string {
  return provider === '' || name.startsWith(`${provider}/`) ? name : `${provider}/${name}`
}

const bareNameOf = ({ provider, name }: Entry): string =>
  name.startsWith(`${provider}/`) ? name.slice(provider.length + 1) : name

/** Returns the entry for each bare name. No bare name is another model's id. */
function ownersOf(usable: ReadonlyMap<string, Entry>, providers?: readonly string[]): ReadonlyMap<string, Entry> {
  const all = new Map<string, Entry[]>()
  for (const entry of usable.values()) {
    const key = keyOf(bareNameOf(entry))
    if (key === '' || usable.has(key)) continue
    const entries = all.get(key)
    if (entries === undefined) all.set(key, [entry])
    else entries.push(entry)
  }
  const rank = ({ provider }: Entry): number => providers?.indexOf(provider) ?? 0
  const owners = new Map<string, Entry>()
  for (const [key, entries] of all) {
    const [first, second] = entries.toSorted((a, b) => rank(a) - rank(b))
    const isClear = second === undefined || (first !== undefined && rank(first) < rank(second))
    if (first !== undefined && isClear) owners.set(key, first)
  }
  return owners
}

function modelOf(entry: Entry, owners: ReadonlyMap<string, Entry>): Model {
  const bare = bareNameOf(entry)
  const read = entry.read as Exclude<Entry['read'], string | undefined>
  const isOwner = owners.get(keyOf(bare)) === entry
  const id = idOf(entry)
  const features = [...(read.features ?? []), ...featuresByName(bare)]
  const aliases = isOwner && bare !== id ? { aliases: [bare] } : {}
  return defineModel({ ...read, id, features, provider: entry.provider, ...aliases })
}
