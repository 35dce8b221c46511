import type { Message, Tokenizer } from '@lamella/core'
import {
  type Check,
  checkMessages,
  checkOptions,
  mustBeFunction,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { isLikelySecret } from '../digest/likely-secret.ts'
import type { Omit } from './secrets.ts'

/** How a summary is extracted. */
export interface ExtractOptions {
  /** The most tokens of the summary. Default 4,000. */
  readonly maxTokens?: number | undefined
  /** Counts tokens. Default: the core's estimate. */
  readonly tokenizer?: Tokenizer | undefined
  /** The position of each message in its session. Default: from 0, or from that of a summary at the beginning. */
  readonly positions?: readonly number[] | undefined
  /** Returns whether a value is left out. Default: `isLikelySecret`. */
  readonly omit?: Omit | undefined
}

const mustBePositions: Check = (value) => {
  const isList = Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && (one as number) >= 0)
  return isList ? undefined : 'must be a list of whole numbers, 0 or more'
}

/** @throws LamellaError `OPTION_INVALID`, `MESSAGE_INVALID` */
export function checkExtract(
  what: string,
  messages: readonly Message[],
  options: ExtractOptions,
): ExtractOptions & { readonly omit: Omit } {
  checkMessages(messages, 'messages')
  const checked = checkOptions(what, options, {
    maxTokens: mustBeWhole(1),
    tokenizer: mustHaveMethod('count'),
    positions: mustBePositions,
    omit: mustBeFunction,
  })
  return { ...checked, omit: checked.omit ?? isLikelySecret }
}
