import type { BuildRequest, BuiltContext, Context } from './context.ts'
import type { Parameters } from './message.ts'
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

/**
 * A part of a build that takes time: the build itself and, inside it, each call of a layer's `load` and the planning of
 * what is sent. A run that has to be cut for room loads its layers twice.
 */
export type BuildPart =
  | { readonly type: 'build'; readonly request: BuildRequest; readonly parameters: Parameters }
  | { readonly type: 'load'; readonly layer: string }
  | { readonly type: 'plan' }

/** How a part ended: with an error, or without. A build that succeeded has its context. */
export type PartEnd =
  | { readonly error?: undefined; readonly context?: BuiltContext }
  | { readonly error: unknown; readonly context?: undefined }

/** Follows one part of a build. */
export interface PartTracer {
  /** Calls `work` at once, so that what it starts belongs to this part. Default: it is just called. */
  run?(work: () => void): void
  /** A part inside this one begins. Returns what follows it, or `undefined` if nothing does. */
  begin?(part: BuildPart): PartTracer | undefined
  /** The part has ended. Called once. */
  end(how: PartEnd): void
}

/**
 * Follows builds while they happen: for spans, and for timings, since the core reads no clock. Errors it throws are
 * ignored, and it cannot change a build.
 *
 * @example
 * const timings: BuildTracer = {
 *   begin: ({ type }) => {
 *     const start = performance.now()
 *     return { end: () => console.log(type, performance.now() - start) }
 *   },
 * }
 */
export interface BuildTracer {
  /** A build begins. Returns what follows it, or `undefined` if nothing does. */
  begin(part: BuildPart): PartTracer | undefined
  /** The body of the request that was sent for a context: called by adapters whose host shows it. Errors are ignored. */
  sent?(context: Pick<Context, 'report'>, body: unknown): void
  /** What the provider found in the request that was sent for a context: called by adapters. Errors are ignored. */
  diagnosed?(context: Pick<Context, 'report'>, found: readonly Notice[]): void
}
