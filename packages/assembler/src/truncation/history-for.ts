import type { Layer } from '@lamella/core'
import { type HistoryOptions, history } from '@lamella/layers'
import type { Arrangement, TruncationStrategy } from '../contract/config.ts'

/**
 * The share of the window that a page of the history takes if the prompt cache matters. A cut leaves up to this share
 * of the window empty, and then stays in place until the conversation has filled it again.
 */
const cachePageShare = 1 / 5

/** The assumed number of characters per token, because pages are measured in characters. */
const charactersPerToken = 4

/** The settings of a history. */
export interface HistoryFor {
  readonly arrange: Arrangement
  /** The model's window, in tokens. */
  readonly window: number
}

/**
 * Creates the history layer for a strategy: `simple` cuts by messages, `sliding` by turns, `smart` by pages, which are
 * large if the prompt cache matters. All keep as much as fits.
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

/** Such a page ends by characters only, because its number of messages says nothing about what is cached. */
function largePages(window: number): HistoryOptions {
  const pageCharacters = Math.max(1, Math.floor(window * charactersPerToken * cachePageShare))
  return { pageMessages: Number.POSITIVE_INFINITY, pageCharacters }
}
