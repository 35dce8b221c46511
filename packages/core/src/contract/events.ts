import type { RepairAction } from './report.ts'
import type { Notice } from './sources.ts'

/** Something that happened during a build. */
export type BuildEvent =
  | { readonly type: 'layer-hidden'; readonly layer: string; readonly why: string }
  | { readonly type: 'layer-failed'; readonly layer: string; readonly error: unknown }
  /** Without a layer: about the request as a whole. */
  | { readonly type: 'notice'; readonly layer?: string; readonly notice: Notice }
  | {
      readonly type: 'repaired'
      readonly layer: string
      readonly fragment: string
      readonly repair: RepairAction
      readonly id: string
    }
  | {
      readonly type: 'truncated'
      readonly shortened: number
      readonly dropped: number
      /** Content that layers did not offer because the window could not have held it. */
      readonly omitted: number
      readonly tokensBefore: number
      readonly tokensAfter: number
    }
  | { readonly type: 'built'; readonly total: number; readonly window: number }

/** Receives events. Errors it throws are ignored: observers never change a build. */
export type Observer = (event: BuildEvent) => void
