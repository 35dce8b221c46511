import type { SearchContent, SearchMode } from '@lamella/core/store'
import { badValue } from '../document/check-value.ts'
import type { SearchContentType, SearchOptions } from './search-result.ts'

/** How, and what, is searched, in the words of stores. */
export interface CheckedSearch {
  readonly mode: SearchMode
  /** `undefined`: all that the stores can search. */
  readonly content: readonly SearchContent[] | undefined
  readonly limit: number
}

const modes: Readonly<Record<NonNullable<SearchOptions['mode']>, SearchMode>> = {
  fts: 'keyword',
  vector: 'vector',
  hybrid: 'hybrid',
  auto: 'auto',
}
const contents: Readonly<Record<SearchContentType, SearchContent>> = {
  blocks: 'blocks',
  archival: 'memory',
  messages: 'messages',
}

/** @throws LamellaError `BLOCK_VALUE_INVALID` */
export function checkSearchOptions(options: SearchOptions = {}): CheckedSearch {
  const { mode = 'auto', contentTypes, limit = 10, ...others } = options
  const [other] = Object.keys(others)
  if (other !== undefined) throw badValue(`options.${other}`, 'is not an option of a search')
  if (!Object.hasOwn(modes, mode)) throw badValue('options.mode', `is none of ${Object.keys(modes).join(', ')}`)
  if (!Number.isSafeInteger(limit) || limit < 1) throw badValue('options.limit', 'is not a whole number from 1 on')
  if (contentTypes !== undefined && !Array.isArray(contentTypes)) {
    throw badValue('options.contentTypes', 'is not a list')
  }
  const content = contentTypes?.map((type) => {
    if (Object.hasOwn(contents, type)) return contents[type as SearchContentType]
    throw badValue('options.contentTypes', `has one that is none of ${Object.keys(contents).join(', ')}`)
  })
  return { mode: modes[mode], content, limit }
}
