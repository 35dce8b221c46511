/** How hard a model is to think before it answers. */
export type ThinkingLevel = 'none' | 'minimal' | 'low' | 'medium' | 'high'

/** What one of the four layers (system, agent, session, request) says of the model and how it answers. */
export interface ParameterLayer {
  readonly model?: string
  /** 0 to 2. */
  readonly temperature?: number
  /** The longest answer, in tokens. */
  readonly maxOutputTokens?: number
  /** Above 0, to 1. */
  readonly topP?: number
  /** 1 or more. */
  readonly topK?: number
  readonly thinkingLevel?: ThinkingLevel
  /** The most tokens of thought before an answer, for models that are told a number. */
  readonly thinkingBudget?: number
  readonly stopSequences?: readonly string[]
}

/** What the four layers come to. */
export interface ModelParameters extends ParameterLayer {
  readonly model: string
}
