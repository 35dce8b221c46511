import type { ProviderOptions } from './message.ts'

/** Sampling parameters, passed through to the wire format. */
export interface Parameters {
  readonly model?: string
  readonly temperature?: number
  readonly topP?: number
  readonly maxOutputTokens?: number
  readonly stopSequences?: readonly string[]
  readonly seed?: number
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly type: 'tool'; readonly toolName: string }
  /** Options specific to one provider: reasoning effort, safety settings, fields of a recorded request. */
  readonly providerOptions?: ProviderOptions
}
