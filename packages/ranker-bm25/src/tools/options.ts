import {
  type Checks,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeNumber,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
} from '@lamella/core/plugin'
import { analysisChecks } from '../analysis/options.ts'
import type { ToolIndexOptions, ToolMinimum, ToolSearchOptions } from './contract.ts'

const defaults: Required<ToolMinimum> = { coverage: 0.6, evidence: 1.8 }

const indexChecks: Checks<ToolIndexOptions> = {
  ...(analysisChecks.languages && { languages: analysisChecks.languages }),
  synonyms: (value) => (value === false ? undefined : mustBeTexts(value)),
  minimum: (value) => (isObject(value) ? undefined : 'must be an object with coverage and evidence'),
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkIndexOptions(
  options: ToolIndexOptions,
): ToolIndexOptions & { readonly least: Required<ToolMinimum> } {
  const checked = checkOptions('toolIndex', options, indexChecks)
  const minimum = checkOptions('toolIndex: minimum', checked.minimum ?? {}, {
    coverage: mustBeNumber(0, 1),
    evidence: mustBeNumber(0),
  })
  return { ...checked, least: { ...defaults, ...minimum } }
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkSearch(
  query: string,
  options: ToolSearchOptions,
): { readonly query: string; readonly limit: number; readonly filter: ToolSearchOptions['filter'] } {
  const { limit = 5, filter } = checkOptions('search', { ...options, query } as ToolSearchOptions & { query: string }, {
    query: mustBeText,
    limit: mustBeWhole(1),
    filter: mustBeFunction,
  })
  return { query, limit, filter }
}
