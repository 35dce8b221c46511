import type { SqliteOptions, SqliteStores } from '@lamella/provider-sqlite'

/** The stores of a database that searches, as tests of several databases use them. */
export interface SearchedStores extends Pick<SqliteStores, 'memory' | 'blocks' | 'search' | 'indexMessages' | 'close'> {
  readonly sessions: Omit<SqliteStores['sessions'], 'repair'>
  /** Returns what is inconsistent. */
  readonly check: () => Promise<readonly unknown[]>
}

/** Options that databases have in common. */
export type SearchedOptions = Pick<
  SqliteOptions,
  'embedder' | 'embed' | 'vectorWeight' | 'indexingTime' | 'speaker' | 'conversation' | 'onNotice'
>

/** Opens empty stores, which are closed after the test. */
export type OpenStores = (options?: SearchedOptions) => Promise<SearchedStores>
