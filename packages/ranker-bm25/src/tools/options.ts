import { type Checks, checkOptions, mustBeFunction, mustBeText, mustBeTexts, mustBeWhole } from '@lamella/core/plugin'
import { analysisChecks } from '../analysis/options.ts'
import type { ToolIndexOptions, ToolSearchOptions } from './contract.ts'

const indexChecks: Checks<ToolIndexOptions> = {
  ...(analysisChecks.languages && { languages: analysisChecks.languages }),
  synonyms: (value) => (value === false ? undefined : mustBeTexts(value)),
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkIndexOptions(options: ToolIndexOptions): ToolIndexOptions {
  return checkOptions('toolIndex', options, indexChecks)
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkSearch(
  query: string,
  options: ToolSearchOptions,
): { readonly query: string; readonly limit: number; readonly filter: ToolSearchOptions['filter'] } {
  const { limit = 5, filter } = checkOptions(
    'search',
    { ...options, query } as ToolSearchOptions & { query: string },
    {
      query: mustBeText,
      limit: mustBeWhole(1),
      filter: mustBeFunction,
    },
    ['query'],
  )
  return { query, limit, filter }
}
