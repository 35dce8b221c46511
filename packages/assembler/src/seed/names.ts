import { isObject } from '@lamella/core/plugin'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { CheckCompactionOptions } from '../contract/compaction.ts'
import type { ParameterLayer } from '../contract/parameters.ts'

/** The page's names of parameters, mapped to Lamella's. */
export const parameterNames = { modelId: 'model', maxTokens: 'maxOutputTokens' } as const

/** The page's names of call options. */
export const assembleNames = {
  modelId: 'model',
  maxTokens: 'maxOutputTokens',
  maxContextTokens: 'window',
  reserveTokens: 'reserve',
} as const

/** The page's names of configuration settings. */
export const configNames = {
  defaultModel: 'model',
  defaultTemperature: 'temperature',
  defaultMaxTokens: 'maxOutputTokens',
  reserveTokensForResponse: 'reserve',
} as const

/** The page's names of settings that Lamella has in `compaction`. */
export const compactionNames = {
  compactionThreshold: 'threshold',
  compactionMessageThreshold: 'messageThreshold',
  compactionToolThreshold: 'toolThreshold',
  compactionKeepRecent: 'keepRecent',
  compactionTimeout: 'timeout',
  compactionMode: 'mode',
  onCompaction: 'onEnd',
} as const

/** The page's names of settings that Lamella has in `cache`; `enableCaching: false` is its `false`. */
export const cacheNames = { cacheTTL: 'ttl', cacheFileTTL: 'fileTtl', cacheMaxEntries: 'maxEntries' } as const

type Names = Readonly<Record<string, string>>

/** Options under the page's names. */
export type Renamed<Options, By extends Names> = Omit<Options, By[keyof By]> & {
  readonly [Name in keyof By]?: By[Name] extends keyof Options ? Options[By[Name]] : never
}

/** Model parameters under the page's names. */
export type SeedParameters = Renamed<ParameterLayer, typeof parameterNames>

/** Parameters that name the model. */
export type SeedModelParameters = SeedParameters & { readonly modelId: string }

/** Options of `assemble` under the page's names. */
export type SeedAssembleOptions = Renamed<AssembleOptions, typeof assembleNames>

/** Options of `checkCompaction` under the page's names. */
export type SeedCheckOptions = Renamed<CheckCompactionOptions, typeof assembleNames>

/**
 * Renames an object's members from the page's names to Lamella's. Other values are returned unchanged, so that later
 * checks reject them.
 */
export function fromSeed<Given extends object>(names: Names, given: object): Given {
  return renamed(names, given) as Given
}

/** Renames in the other direction. */
export function toSeed<Given extends object>(names: Names, given: object): Given {
  const back = Object.fromEntries(Object.entries(names).map(([seed, name]) => [name, seed]))
  return renamed(back, given) as Given
}

/** Splits an object into the members with these names of the page, and all others. */
export function split(names: Names, given: object): readonly [own: object, others: object] {
  const own = Object.entries(given).filter(([key]) => Object.hasOwn(names, key))
  const others = Object.entries(given).filter(([key]) => !Object.hasOwn(names, key))
  return [Object.fromEntries(own), Object.fromEntries(others)]
}

function renamed(names: Names, given: object): object {
  if (!isObject(given)) return given
  const nameOf = (key: string): string => (Object.hasOwn(names, key) ? `${names[key]}` : key)
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [nameOf(key), value]))
}
