import type { OpenAIResponsesItem } from './items.ts'

/**
 * The body of `POST /v1/responses`, limited to the fields that Lamella writes. Structurally assignable to the request
 * type of the `openai` package, so the lists are not readonly: callers may change the request as needed.
 *
 * Source: openai/openai-openapi, `CreateResponse`.
 */
export interface OpenAIResponsesRequest {
  /** Missing if neither the parameters nor the options name one; the API requires it. */
  readonly model?: string
  /** The system prompt. */
  readonly instructions?: string
  readonly input: OpenAIResponsesItem[]
  /** 1 to 128, missing if there are none. */
  readonly tools?: OpenAIResponsesTool[]
  /** Only together with tools. */
  readonly tool_choice?: OpenAIResponsesToolChoice
  /** 0 to 2. */
  readonly temperature?: number
  /** 0 to 1. */
  readonly top_p?: number
  /** 16 or more, in tokens, including reasoning. */
  readonly max_output_tokens?: number
  /** Whether OpenAI stores requests and responses. Its default is `true`. */
  readonly store?: boolean
  readonly include?: 'reasoning.encrypted_content'[]
  /** At most 64 characters. Requests with the same key go to the same machine, so that they hit its cache. */
  readonly prompt_cache_key?: string
  readonly prompt_cache_retention?: 'in_memory' | '24h'
}

export type OpenAIResponsesTool = OpenAIResponsesFunction | OpenAIResponsesCustomTool | OpenAIResponsesHostedTool

export interface OpenAIResponsesFunction {
  readonly type: 'function'
  /** `^[a-zA-Z0-9_-]{1,64}$` */
  readonly name: string
  readonly description?: string
  /** JSON Schema with `type: 'object'` and `properties`. Shared with the context, not a copy: do not modify it. */
  readonly parameters: { [key: string]: unknown }
  /** Null leaves it to the API, which makes a schema strict where it can. */
  readonly strict: boolean | null
}

/** A tool whose input is text. */
export interface OpenAIResponsesCustomTool {
  readonly type: 'custom'
  readonly name: string
  readonly description?: string
}

/** A provider tool, in the provider's own format: these types and all others, with any fields. */
export interface OpenAIResponsesHostedTool {
  readonly type: 'web_search' | 'image_generation' | 'tool_search' | 'shell' | 'apply_patch' | 'computer'
}

export type OpenAIResponsesToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly type: 'function' | 'custom'; readonly name: string }
  | { readonly type: 'mcp'; readonly server_label: string }
  /** A provider tool. */
  | { readonly type: 'web_search_preview' | 'file_search' | 'code_interpreter' | 'image_generation' | 'computer' }
