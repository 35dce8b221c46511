/** Marks the end of a cacheable prefix of the request. Default time to live: 5 minutes since the last read. */
export interface AnthropicCacheControl {
  readonly type: 'ephemeral'
  readonly ttl?: '5m' | '1h'
}

/** Fields of all blocks that can be cached. */
interface Cacheable {
  readonly cache_control?: AnthropicCacheControl
}

export interface AnthropicTextBlock extends Cacheable {
  readonly type: 'text'
  /** Neither empty nor blank. */
  readonly text: string
}

/** jpeg, png, gif or webp; `data` is base64 without a `data:` prefix. */
export interface AnthropicImageBlock extends Cacheable {
  readonly type: 'image'
  readonly source:
    | {
        readonly type: 'base64'
        readonly media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
        readonly data: string
      }
    | { readonly type: 'url'; readonly url: string }
    | { readonly type: 'file'; readonly file_id: string }
}

/** A PDF or a text. */
export interface AnthropicDocumentBlock extends Cacheable {
  readonly type: 'document'
  readonly source:
    | { readonly type: 'base64'; readonly media_type: 'application/pdf'; readonly data: string }
    | { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string }
    | { readonly type: 'url'; readonly url: string }
    | { readonly type: 'file'; readonly file_id: string }
  readonly title?: string
  readonly context?: string
  readonly citations?: { readonly enabled?: boolean }
}

/** A file for the container of Anthropic's code execution tool. */
export interface AnthropicContainerUploadBlock extends Cacheable {
  readonly type: 'container_upload'
  readonly file_id: string
}

/** A tool that a search found. */
export interface AnthropicToolReferenceBlock {
  readonly type: 'tool_reference'
  readonly tool_name: string
}

/** All results for the calls of an assistant message are at the start of the next user message. */
export interface AnthropicToolResultBlock extends Cacheable {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  /** Missing if the tool returned nothing. */
  readonly content?: string | AnthropicResultContent[]
  readonly is_error?: boolean
}

export type AnthropicResultContent =
  | AnthropicTextBlock
  | AnthropicImageBlock
  | AnthropicDocumentBlock
  | AnthropicToolReferenceBlock

/** The model's own unchanged thinking, with the signature that proves it. */
export interface AnthropicThinkingBlock {
  readonly type: 'thinking'
  readonly thinking: string
  readonly signature: string
}

export interface AnthropicRedactedThinkingBlock {
  readonly type: 'redacted_thinking'
  readonly data: string
}

export interface AnthropicToolUseBlock extends Cacheable {
  readonly type: 'tool_use'
  /** `^[a-zA-Z0-9_-]+$`, unique in the request. */
  readonly id: string
  readonly name: string
  /** Always an object. */
  readonly input: { readonly [key: string]: unknown }
}

/** A call of a tool that Anthropic runs. Its result, a block of a separate type, is passed through unchanged. */
export interface AnthropicServerToolUseBlock extends Cacheable {
  readonly type: 'server_tool_use'
  /** `^srvtoolu_[a-zA-Z0-9_]+$` */
  readonly id: string
  readonly name:
    | 'web_search'
    | 'web_fetch'
    | 'code_execution'
    | 'bash_code_execution'
    | 'text_editor_code_execution'
    | 'tool_search_tool_regex'
    | 'tool_search_tool_bm25'
  readonly input: unknown
}

/** Blocks of other types that were decoded are also written back unchanged. */
export type AnthropicUserBlock =
  | AnthropicTextBlock
  | AnthropicImageBlock
  | AnthropicDocumentBlock
  | AnthropicToolResultBlock
  | AnthropicContainerUploadBlock

/** Blocks of other types that were decoded are also written back unchanged. */
export type AnthropicAssistantBlock =
  | AnthropicTextBlock
  | AnthropicThinkingBlock
  | AnthropicRedactedThinkingBlock
  | AnthropicToolUseBlock
  | AnthropicServerToolUseBlock

/** Text; `tool_addition` and `tool_removal` are passed through unchanged. */
export type AnthropicSystemBlock = AnthropicTextBlock

export type AnthropicBlock = AnthropicUserBlock | AnthropicAssistantBlock
