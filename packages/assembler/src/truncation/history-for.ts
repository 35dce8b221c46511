import type { Layer } from '@lamella/core'
import { type HistoryOptions, history } from '@lamella/layers'
import type { Arrangement, TruncationStrategy } from '../contract/config.ts'

/**
 * Share of the window that a page of the history takes where the prompt cache matters. A cut leaves up to so much of the window
 * empty, and then stays where it is until as much has been said again.
 */
const cachePageShare = 1 / 5

/** What a token is taken for, since pages are measured in characters. */
const charactersPerToken = 4

/** What a history is made for. */
export interface HistoryFor {
  readonly arrange: Arrangement
  /** The model's window, in tokens. */
  readonly window: number
}

/**
 * The history layer for a strategy: `simple` cuts by messages, `sliding` by turns, `smart` by pages, which are large where the
 * prompt cache matters. All keep as much as fits.
 */
export function historyFor(strategy: TruncationStrategy, { arrange, window }: HistoryFor): Layer<'history'> {
  const maxMessages = Number.POSITIVE_INFINITY
  switch (strategy) {
    case 'simple':
      return history({ maxMessages, cut: 'messages' })
    case 'sliding':
      return history({ maxMessages, cut: 'turns' })
    case 'smart':
      return history({ maxMessages, ...(arrange === 'cache' ? largePages(window) : {}) })
    default:
      strategy satisfies never
      return strategy
  }
}

/** Characters alone end such a page: how many messages it has says nothing of what is cached. */
function largePages(window: number): HistoryOptions {
  const pageCharacters = Math.max(1, Math.floor(window * charactersPerToken * cachePageShare))
  return { pageMessages: Number.POSITIVE_INFINITY, pageCharacters }
}
