import type { Notice } from '@lamella/core'

/** Notices about parameters that a model does not accept as requested. */
export type ParameterNoticeCode =
  /** More answer tokens than the model can generate. */
  | 'MAX_TOKENS_LOWERED'
  /** Fewer answer tokens than the API accepts. */
  | 'MAX_TOKENS_RAISED'
  /** The model is unknown, so Lamella cannot tell how to send parameters that only some models accept. */
  | 'PARAMETERS_UNSENT'
  /** The model does not accept temperature, top P or top K, or not in combination with another parameter. */
  | 'SAMPLING_UNSUPPORTED'
  /** More stop sequences than the API accepts, or any if the model accepts none. */
  | 'STOP_SEQUENCES_DROPPED'
  /** A temperature above the API's maximum. */
  | 'TEMPERATURE_LOWERED'
  /** A thinking budget outside the model's range, or as large as the whole answer. */
  | 'THINKING_BUDGET_CHANGED'
  /** The model accepts a thinking level, not a number of tokens. */
  | 'THINKING_BUDGET_UNSUPPORTED'
  /** The model does not have that thinking level; the nearest one is used. */
  | 'THINKING_LEVEL_CHANGED'
  /** The model does not think, its thinking setting is unknown, or there is no room for thinking. */
  | 'THINKING_UNSUPPORTED'

/** Reports one change. */
export type Notify = (code: ParameterNoticeCode, what: string, fix?: string) => void

/** Collects notices. */
export function createNotices(): { readonly notices: readonly Notice[]; readonly notify: Notify } {
  const notices: Notice[] = []
  return {
    notices,
    notify: (code, what, fix) => notices.push(Object.freeze(fix === undefined ? { code, what } : { code, what, fix })),
  }
}
