/**
 * The body of `POST /v1/chat/completions`, limited to the fields that Lamella writes. Structurally assignable to the
 * request type of the `openai` package, so the lists are not readonly: callers may change the request as needed.
 *
 * Source: openai/openai-openapi, `CreateChatCompletionRequest`.
 */
export interface OpenAIChatRequest {
  /** Missing if neither the parameters nor the options name one; the API requires it. */
  readonly model?: string
  readonly messages: OpenAIChatMessage[]
  /** 1 to 128, missing if there are none. */
  readonly tools?: OpenAIChatTool[]
  /** Only together with tools. */
  readonly tool_choice?: OpenAIChatToolChoice
  /** 0 to 2. */
  readonly temperature?: number
  /** 0 to 1. */
  readonly top_p?: number
  /** In tokens, including reasoning. */
  readonly max_completion_tokens?: number
  /** The name of the same limit in Mistral's API. */
  readonly max_tokens?: number
  /** 1 to 4 strings. */
  readonly stop?: string[]
  readonly seed?: number
  /** The name of the seed in Mistral's API. */
  readonly random_seed?: number
  /** At most 64 characters. Requests with the same key go to the same machine, so that they hit its cache. */
  readonly prompt_cache_key?: string
  readonly prompt_cache_retention?: 'in_memory' | '24h'
}

export type OpenAIChatMessage =
  | OpenAIChatSystemMessage
  | OpenAIChatUserMessage
  | OpenAIChatAssistantMessage
  | OpenAIChatToolMessage

export interface OpenAIChatSystemMessage {
  readonly role: 'system' | 'developer'
  readonly content: string
  readonly name?: string
}

export interface OpenAIChatUserMessage {
  readonly role: 'user'
  readonly content: string | OpenAIChatUserPart[]
  readonly name?: string
}

export interface OpenAIChatAssistantMessage {
  readonly role: 'assistant'
  /** Null only with `tool_calls` or `audio`. */
  readonly content: string | OpenAIChatAssistantPart[] | null
  readonly tool_calls?: OpenAIChatToolCall[]
  readonly name?: string
}

export interface OpenAIChatToolMessage {
  readonly role: 'tool'
  readonly tool_call_id: string
  readonly content: string | OpenAIChatTextPart[]
}

export type OpenAIChatUserPart = OpenAIChatTextPart | OpenAIChatImagePart | OpenAIChatAudioPart | OpenAIChatFilePart

export type OpenAIChatAssistantPart = OpenAIChatTextPart | OpenAIChatRefusalPart

export interface OpenAIChatTextPart {
  readonly type: 'text'
  readonly text: string
}

export interface OpenAIChatRefusalPart {
  readonly type: 'refusal'
  readonly refusal: string
}

/** In user messages only: png, jpeg, gif or webp, by URL or as a data URL. */
export interface OpenAIChatImagePart {
  readonly type: 'image_url'
  readonly image_url: { readonly url: string; readonly detail?: 'auto' | 'low' | 'high' }
}

/** `data` is base64 text without a prefix. Accepted only by audio models. */
export interface OpenAIChatAudioPart {
  readonly type: 'input_audio'
  readonly input_audio: { readonly data: string; readonly format: 'wav' | 'mp3' }
}

/** `file_data` is a data URL. */
export interface OpenAIChatFilePart {
  readonly type: 'file'
  readonly file: { readonly filename?: string; readonly file_data?: string; readonly file_id?: string }
}

export type OpenAIChatToolCall =
  | {
      /** At most 64 characters; Lamella writes at most 40. */
      readonly id: string
      readonly type: 'function'
      /** `arguments` is JSON text. */
      readonly function: { readonly name: string; readonly arguments: string }
    }
  | {
      readonly id: string
      readonly type: 'custom'
      readonly custom: { readonly name: string; readonly input: string }
    }

export type OpenAIChatTool =
  | { readonly type: 'function'; readonly function: OpenAIChatFunction }
  /** A call of a tool whose input is text. */
  | { readonly type: 'custom'; readonly custom: { readonly name: string; readonly description?: string } }

export interface OpenAIChatFunction {
  /** `^[a-zA-Z0-9_-]{1,64}$` */
  readonly name: string
  readonly description?: string
  /** JSON Schema with `type: 'object'` and `properties`. Shared with the context, not a copy: do not modify it. */
  readonly parameters: { [key: string]: unknown }
  readonly strict?: boolean
}

export type OpenAIChatToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly type: 'function'; readonly function: { readonly name: string } }
