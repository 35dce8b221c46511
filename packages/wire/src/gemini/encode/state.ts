import type { EncodeState } from '../../kit/run.ts'
import type { GeminiFields } from '../provider-fields.ts'
import type { GeminiFunction, GeminiPart, GeminiRequest, GeminiSystem, GeminiTool } from '../types.ts'
import type { ContentList } from './contents.ts'
import type { GeminiOptions } from './options.ts'

/** State shared by the functions of this encoder during one run. */
interface GeminiRun {
  readonly contents: ContentList
  /** The model's generation. */
  readonly generation: number
  readonly api: 'gemini' | 'vertex'
  readonly schemas: 'json' | 'openapi'
  readonly writesIds: boolean
  /** Whether the first call of each step needs a signature or a placeholder. */
  readonly needsSignatures: boolean
  /** Whether images and documents of a tool go into its response or after it. */
  readonly nestsMedia: boolean
  /** Whether the model accepts functions together with Google's tools. */
  readonly mixesTools: boolean
  /** The names of the functions in the request. */
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

/** A position in the context, and the shared state of this encoder run. */
export type GeminiState = EncodeState<GeminiTypes>
