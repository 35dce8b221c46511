/** How much a model should think before it answers. */
export type ThinkingLevel = 'none' | 'minimal' | 'low' | 'medium' | 'high'

/** The settings of one of the four layers (system, agent, session, request) for the model and its answers. */
export interface ParameterLayer {
  readonly model?: string
  /** 0 to 2. */
  readonly temperature?: number
  /** The maximum number of tokens in an answer. */
  readonly maxOutputTokens?: number
  /** Above 0, to 1. */
  readonly topP?: number
  /** 1 or more. */
  readonly topK?: number
  readonly thinkingLevel?: ThinkingLevel
  /** The maximum number of tokens of thinking before an answer, for models that accept a number. */
  readonly thinkingBudget?: number
  readonly stopSequences?: readonly string[]
}

/** The parameters resolved from the four layers. */
export interface ModelParameters extends ParameterLayer {
  readonly model: string
}
