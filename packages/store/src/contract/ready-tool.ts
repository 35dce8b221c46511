import type { JsonSchema, Scope } from '@lamella/core'

/** What a host passes with a call. The model never writes any of it. */
export interface ToolCallOptions {
  /** The owner of the data of this call. Default: the scope that the tools were made with. */
  readonly scope?: Scope
  readonly signal?: AbortSignal
  /** The same signal by the name that the AI SDK uses. */
  readonly abortSignal?: AbortSignal
}

/** The answer to a call, for the model. `error-text` says what is wrong with the call and what to do instead. */
export interface ToolAnswer {
  readonly type: 'text' | 'error-text'
  readonly value: string
}

/** One problem of an input, as Standard Schema reports it. */
export interface ToolInputIssue {
  readonly message: string
}

/**
 * The input of a tool as a plain JSON Schema (draft 7) that is also a Standard Schema: its key `~standard` is hidden, so
 * `JSON.stringify` writes the JSON Schema alone.
 *
 * Source: standardschema.dev, "Standard Schema" 1 and "Standard JSON Schema" 1.
 */
export type ToolInputSchema = JsonSchema & {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: unknown; readonly output: Readonly<Record<string, unknown>> } | undefined
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Readonly<Record<string, unknown>>; readonly issues?: undefined }
      | { readonly issues: readonly ToolInputIssue[] }
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>
      readonly output: (options: { readonly target: string }) => Record<string, unknown>
    }
  }
}

/** A tool with its executor: a `ToolDefinition`, and structurally a tool of the AI SDK. */
export interface ReadyTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: ToolInputSchema
  /** Runs a call of the model. Never rejects: an invalid input or a failure is an `error-text`. */
  execute(input: unknown, options?: ToolCallOptions): Promise<ToolAnswer>
  /** Returns the answer for the model, for the AI SDK. */
  toModelOutput(call: { readonly output: ToolAnswer }): ToolAnswer
}
