import type { Message } from '@lamella/core'
import type { MayLoseMedia } from './media/without-media.ts'
import type { PageSize } from './paging.ts'
import type { ResultRules } from './results/result-rules.ts'

/** How much is dropped at a time when a history is cut: pages, whole turns, or single messages. */
export type HistoryCut = 'pages' | 'turns' | 'messages'

/** What decides which messages of a tail are offered, and how they give way. */
export interface HistoryShape {
  /** `run`: single messages, in the order of a cut of a run. */
  readonly cut: HistoryCut | 'run'
  readonly page: PageSize
  readonly maxMessages: number
  /** Whether the newest user message is in the history because the request has none. */
  readonly pinNewestUser: boolean
  readonly count: (message: Message) => number
  readonly sizeBefore: ((position: number) => number) | undefined
  /**
   * The tokens that the layer keeps while another layer has more than its own minimum. Steps are small near this size.
   */
  readonly minTokens: number
  /** The most tokens that can be kept. */
  readonly maxTokens: number
  /** The rules of tools by which old results are shortened before messages are dropped. Absent: no results are. */
  readonly results?: ResultRules | undefined
  /** Which tools' results may lose their images and files. Absent: no message loses any. */
  readonly mayLoseMedia?: MayLoseMedia | undefined
  /** If the model can read messages that are not shown: how, by the position as shown. */
  readonly callOf?: ((position: number, part?: number) => string) | undefined
}
