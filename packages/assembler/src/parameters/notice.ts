import type { Notice } from '@lamella/core'

/** What can be told of parameters that a model does not take as they were asked for. */
export type ParameterNoticeCode =
  /** More tokens for the answer than the model can give. */
  | 'MAX_TOKENS_LOWERED'
  /** Fewer tokens for the answer than the API takes. */
  | 'MAX_TOKENS_RAISED'
  /** The model is not known, so it is not known how to send what only some models take. */
  | 'PARAMETERS_UNSENT'
  /** The model takes no temperature, top P or top K, or not beside something else. */
  | 'SAMPLING_UNSUPPORTED'
  /** More stop sequences than the API takes, or any where the model takes none. */
  | 'STOP_SEQUENCES_DROPPED'
  /** A temperature above the highest that the API takes. */
  | 'TEMPERATURE_LOWERED'
  /** A budget of thinking outside of what the model takes, or as large as the whole answer. */
  | 'THINKING_BUDGET_CHANGED'
  /** The model is told a level of thinking, not a number of tokens. */
  | 'THINKING_BUDGET_UNSUPPORTED'
  /** The model does not know that level of thinking; the nearest one is taken. */
  | 'THINKING_LEVEL_CHANGED'
  /** The model does not think, or it is not known how to tell it to, or there is no room for it. */
  | 'THINKING_UNSUPPORTED'

/** Tells of one change. */
export type Tell = (code: ParameterNoticeCode, what: string, fix?: string) => void

/** Collects notices. */
export function createNotices(): { readonly notices: readonly Notice[]; readonly tell: Tell } {
  const notices: Notice[] = []
  return {
    notices,
    tell: (code, what, fix) => notices.push(Object.freeze(fix === undefined ? { code, what } : { code, what, fix })),
  }
}
