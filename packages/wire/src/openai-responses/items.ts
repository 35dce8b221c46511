/** One item of the input. Source: openai/openai-openapi, `InputItem`. */
export type OpenAIResponsesItem =
  | OpenAIResponsesMessage
  | OpenAIResponsesOutputMessage
  | OpenAIResponsesReasoning
  | OpenAIResponsesFunctionCall
  | OpenAIResponsesFunctionOutput
  | OpenAIResponsesCustomCall
  | OpenAIResponsesCustomOutput
  | OpenAIResponsesApproval
  | OpenAIResponsesRecordedItem

/** A message of any role. Assistant output without an id also has this form, always as plain text. */
export interface OpenAIResponsesMessage {
  readonly role: 'user' | 'assistant' | 'system' | 'developer'
  readonly content: string | OpenAIResponsesInputPart[]
  /** Assistant messages only. */
  readonly phase?: OpenAIResponsesPhase
}

/** Whether a message is interim commentary or the final answer. */
export type OpenAIResponsesPhase = 'commentary' | 'final_answer'

/** Assistant output, with the id that the API assigned. */
export interface OpenAIResponsesOutputMessage {
  readonly type: 'message'
  /** Begins with `msg`. */
  readonly id: string
  readonly role: 'assistant'
  readonly status: 'in_progress' | 'completed' | 'incomplete'
  readonly content: OpenAIResponsesOutputPart[]
  readonly phase?: OpenAIResponsesPhase
}

/** The model's reasoning. The API stores it by id; `encrypted_content` is for use without storage. */
export interface OpenAIResponsesReasoning {
  readonly type: 'reasoning'
  /** Begins with `rs`. */
  readonly id: string
  readonly summary: { readonly type: 'summary_text'; readonly text: string }[]
  readonly encrypted_content?: string
}

export interface OpenAIResponsesFunctionCall {
  readonly type: 'function_call'
  /** 1 to 64 characters. */
  readonly call_id: string
  readonly name: string
  /** JSON text. */
  readonly arguments: string
  /** Begins with `fc`. */
  readonly id?: string
}

export interface OpenAIResponsesFunctionOutput {
  readonly type: 'function_call_output'
  readonly call_id: string
  readonly output: string | OpenAIResponsesInputPart[]
}

/** A call of a tool whose input is text. */
export interface OpenAIResponsesCustomCall {
  readonly type: 'custom_tool_call'
  readonly call_id: string
  readonly name: string
  readonly input: string
  /** Begins with `ctc`. */
  readonly id?: string
}

export interface OpenAIResponsesCustomOutput {
  readonly type: 'custom_tool_call_output'
  readonly call_id: string
  readonly output: string | OpenAIResponsesInputPart[]
}

/** A user's response to an approval request for a provider-executed MCP tool. */
export interface OpenAIResponsesApproval {
  readonly type: 'mcp_approval_response'
  readonly approval_request_id: string
  readonly approve: boolean
  readonly reason?: string
}

/**
 * An item of any other type, as recorded: a search, a call of an MCP server, a compaction. Typed as the reference by
 * id, the smallest item type, so that a request is assignable in every version of the `openai` package.
 */
export interface OpenAIResponsesRecordedItem {
  readonly type?: 'item_reference'
  readonly id: string
}

export type OpenAIResponsesInputPart = OpenAIResponsesTextPart | OpenAIResponsesImagePart | OpenAIResponsesFilePart

export interface OpenAIResponsesTextPart {
  readonly type: 'input_text'
  readonly text: string
  readonly prompt_cache_breakpoint?: OpenAIResponsesCacheBreakpoint
}

/** png, jpeg, gif or webp, by web address, as a data URL, or by the id of an uploaded file. */
export interface OpenAIResponsesImagePart {
  readonly type: 'input_image'
  readonly detail: 'low' | 'high' | 'auto' | 'original'
  readonly image_url?: string
  readonly file_id?: string
  readonly prompt_cache_breakpoint?: OpenAIResponsesCacheBreakpoint
}

/** By web address, as a data URL with a name, or by the id of an uploaded file. */
export interface OpenAIResponsesFilePart {
  readonly type: 'input_file'
  readonly filename?: string
  readonly file_data?: string
  readonly file_url?: string
  readonly file_id?: string
  readonly prompt_cache_breakpoint?: OpenAIResponsesCacheBreakpoint
}

/** Ends a prefix that the API caches. */
export interface OpenAIResponsesCacheBreakpoint {
  readonly mode: 'explicit'
}

export type OpenAIResponsesOutputPart =
  | {
      readonly type: 'output_text'
      readonly text: string
      readonly annotations: OpenAIResponsesAnnotation[]
      readonly logprobs: never[]
    }
  | { readonly type: 'refusal'; readonly refusal: string }

/** The sources of a text. */
export type OpenAIResponsesAnnotation =
  | {
      readonly type: 'url_citation'
      readonly url: string
      readonly title: string
      readonly start_index: number
      readonly end_index: number
    }
  | { readonly type: 'file_citation'; readonly file_id: string; readonly filename: string; readonly index: number }
  | { readonly type: 'file_path'; readonly file_id: string; readonly index: number }
