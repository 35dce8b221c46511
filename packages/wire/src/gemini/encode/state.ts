import type { EncodeState } from '../../kit/run.ts'
import type { GeminiFields } from '../provider-fields.ts'
import type { GeminiFunction, GeminiPart, GeminiRequest, GeminiSystem, GeminiTool } from '../types.ts'
import type { ContentList } from './contents.ts'
import type { GeminiOptions } from './options.ts'

/** What the functions of this encoder share during one run. */
interface GeminiRun {
  readonly contents: ContentList
  /** Of the model. */
  readonly generation: number
  readonly api: 'gemini' | 'vertex'
  readonly schemas: 'json' | 'openapi'
  readonly writesIds: boolean
  /** Whether the first call of each step needs a signature, or what stands in its place. */
  readonly wantsSignatures: boolean
  /** Whether images and documents of a tool stand in its response, or behind it. */
  readonly nestsMedia: boolean
  /** Whether the model takes functions beside tools of Google. */
  readonly mixesTools: boolean
  /** The names of the functions that are written. */
  readonly functions: Set<string>
}

export interface GeminiTypes {
  readonly options: GeminiOptions
  readonly run: GeminiRun
  readonly tool: GeminiFunction | { readonly own: GeminiTool }
  readonly system: GeminiSystem | undefined
  readonly part: GeminiPart
  readonly turn: GeminiFields
  readonly request: GeminiRequest
}

/** A place in the context, and what one run of this encoder shares. */
export type GeminiState = EncodeState<GeminiTypes>
