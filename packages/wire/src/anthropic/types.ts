import type {
  AnthropicAssistantBlock,
  AnthropicCacheControl,
  AnthropicSystemBlock,
  AnthropicTextBlock,
  AnthropicUserBlock,
} from './block-types.ts'

/**
 * The body of `POST /v1/messages`, limited to what Lamella writes. Structurally assignable to the request type of
 * `@anthropic-ai/sdk`; that is why the lists are not readonly: callers may change the request.
 *
 * Source: @anthropic-ai/sdk 1.12.0, `MessageCreateParamsNonStreaming`.
 */
export interface AnthropicRequest {
  /** Missing if neither the parameters nor the options name one; the API requires it. */
  readonly model?: string
  /** In tokens, thinking included. The API requires it. 0 fills the prompt cache and answers nothing. */
  readonly max_tokens: number
  /** Text, or the blocks that cache marks need; missing without a system prompt. */
  readonly system?: string | AnthropicTextBlock[]
  readonly messages: AnthropicMessage[]
  readonly tools?: AnthropicTool[]
  /** Only together with tools. */
  readonly tool_choice?: AnthropicToolChoice
  readonly thinking?: AnthropicThinking
  /** 0 to 1. Not supported by Claude Opus 4.7, Sonnet 5 and later. */
  readonly temperature?: number
  /** 0 to 1. */
  readonly top_p?: number
  /** None is blank. */
  readonly stop_sequences?: string[]
  readonly output_config?: AnthropicOutputConfig
  /** Asks for a summary of the conversation instead of an answer. Beta `compact-2026-09-04`. */
  readonly compaction?: AnthropicCompaction
  /** The API itself marks the last block that can be cached. Uses one of the four marks. */
  readonly cache_control?: AnthropicCacheControl
}

/** The params of `client.beta.messages.create`: the body, and the betas that it needs. */
export interface AnthropicBetaRequest extends AnthropicRequest {
  /** Names for the header `anthropic-beta`; missing if the body needs none. */
  readonly betas?: string[]
}

export type AnthropicMessage =
  | { readonly role: 'user'; readonly content: string | AnthropicUserBlock[] }
  | { readonly role: 'assistant'; readonly content: string | AnthropicAssistantBlock[] }
  /** In the middle of the conversation, on the newest models only. */
  | { readonly role: 'system'; readonly content: string | AnthropicSystemBlock[] }

/** The caller's tools, and Anthropic-defined ones, in the format of `providerOptions.anthropic.tool`. */
export type AnthropicTool = AnthropicFunctionTool | AnthropicProvidedTool

export interface AnthropicFunctionTool {
  /** `^[a-zA-Z0-9_-]{1,64}$` */
  readonly name: string
  readonly description?: string
  /** JSON Schema with `type: 'object'`. Mostly shared with the context, not a copy: do not change it. */
  readonly input_schema: { readonly type: 'object'; readonly [key: string]: unknown }
  readonly type?: 'custom'
  readonly strict?: boolean
  readonly defer_loading?: boolean
  readonly cache_control?: AnthropicCacheControl
}

/** The Anthropic-defined tools in the current SDK. Newer ones are passed through unchanged. */
export type AnthropicProvidedTool = { readonly cache_control?: AnthropicCacheControl } & (
  | { readonly type: 'bash_20250124'; readonly name: 'bash' }
  | { readonly type: 'text_editor_20250728'; readonly name: 'str_replace_based_edit_tool' }
  | { readonly type: 'memory_20250818'; readonly name: 'memory' }
  | {
      readonly type: 'web_search_20250305' | 'web_search_20260209' | 'web_search_20260318'
      readonly name: 'web_search'
    }
  | { readonly type: 'web_fetch_20250910' | 'web_fetch_20260209' | 'web_fetch_20260309'; readonly name: 'web_fetch' }
  | { readonly type: 'code_execution_20250825' | 'code_execution_20260120'; readonly name: 'code_execution' }
  | { readonly type: 'tool_search_tool_bm25_20251119'; readonly name: 'tool_search_tool_bm25' }
  | { readonly type: 'tool_search_tool_regex_20251119'; readonly name: 'tool_search_tool_regex' }
)

export type AnthropicToolChoice =
  | { readonly type: 'auto' | 'any'; readonly disable_parallel_tool_use?: boolean }
  | { readonly type: 'none' }
  | { readonly type: 'tool'; readonly name: string; readonly disable_parallel_tool_use?: boolean }

export type AnthropicThinking =
  /** At least 1,024 and less than `max_tokens`. Not supported by Claude Opus 4.7, Sonnet 5 and later. */
  | {
      readonly type: 'enabled'
      readonly budget_tokens: number
      readonly display?: 'summarized' | 'omitted'
    }
  | {
      readonly type: 'adaptive'
      readonly display?: 'summarized' | 'omitted'
      readonly block_binding?: AnthropicThinkingBinding
    }
  | { readonly type: 'disabled' | 'between_tools' }

/** Beta `thinking-binding-controls-2026-08-01`. */
export interface AnthropicThinkingBinding {
  /** What happens to thinking whose prefix has changed. Default `error`: a 400. */
  readonly prefix_mismatch_behavior?: 'error' | 'drop_block'
}

/** A request for a summary. Source: @anthropic-ai/sdk 1.12.0, `BetaCompactionConfig`. */
export interface AnthropicCompaction {
  readonly type: 'summarize'
  readonly instructions?: string
}

export interface AnthropicOutputConfig {
  readonly effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max'
}
