import { isObject } from '@lamella/core/plugin'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { CheckCompactionOptions } from '../contract/compaction.ts'
import type { ParameterLayer } from '../contract/parameters.ts'

/** The page's names of parameters, and the names that all of Lamella has for the same. */
export const parameterNames = { modelId: 'model', maxTokens: 'maxOutputTokens' } as const

/** The same of the options of a call. */
export const assembleNames = {
  modelId: 'model',
  maxTokens: 'maxOutputTokens',
  maxContextTokens: 'window',
  reserveTokens: 'reserve',
} as const

/** The same of the configuration. */
export const configNames = {
  defaultModel: 'model',
  defaultTemperature: 'temperature',
  defaultMaxTokens: 'maxOutputTokens',
  reserveTokensForResponse: 'reserve',
} as const

type Names = Readonly<Record<string, string>>

/** Options by the page's names. */
export type Renamed<Options, By extends Names> = Omit<Options, By[keyof By]> & {
  readonly [Name in keyof By]?: By[Name] extends keyof Options ? Options[By[Name]] : never
}

/** Parameters of a model by the page's names. */
export type SeedParameters = Renamed<ParameterLayer, typeof parameterNames>

/** Parameters that name the model. */
export type SeedModelParameters = SeedParameters & { readonly modelId: string }

/** Options of `assemble` by the page's names. */
export type SeedAssembleOptions = Renamed<AssembleOptions, typeof assembleNames>

/** Options of `checkCompaction` by the page's names. */
export type SeedCheckOptions = Renamed<CheckCompactionOptions, typeof assembleNames>

/** An object whose members have Lamella's names in place of the page's. What is no object stays, for others to refuse. */
export function fromSeed<Given extends object>(names: Names, given: object): Given {
  return renamed(names, given) as Given
}

/** The other way around. */
export function toSeed<Given extends object>(names: Names, given: object): Given {
  const back = Object.fromEntries(Object.entries(names).map(([seed, name]) => [name, seed]))
  return renamed(back, given) as Given
}

function renamed(names: Names, given: object): object {
  if (!isObject(given)) return given
  const nameOf = (key: string): string => (Object.hasOwn(names, key) ? `${names[key]}` : key)
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [nameOf(key), value]))
}
