import type { JsonSchema, ToolDefinition, ToolOutput } from '@lamella/core'
import type { ToolInput } from '@lamella/store'
import type { BlockMemory } from '../store/block-memory.ts'

/** A tool of the model. */
export interface Tool {
  readonly definition: ToolDefinition & { readonly inputSchema: JsonSchema }
  run(input: ToolInput): Promise<ToolOutput>
}

/** The part of a memory that tools use. */
export type ToolMemory = Pick<
  BlockMemory,
  | 'listBlocks'
  | 'listSharedBlocks'
  | 'getRenderedContent'
  | 'changeBlock'
  | 'insertArchival'
  | 'searchArchival'
  | 'searches'
  | 'search'
>

export interface ToolSettings {
  readonly memory: ToolMemory
  readonly agent: string
  /** The approximate limit of a view or a search, in characters (UTF-16 units). */
  readonly maxCharacters: number
  /** The maximum number of characters of the block to show after a change. */
  readonly echoCharacters: number
  readonly now: (() => Date) | undefined
}

/** Returns the JSON Schema of one of several texts. */
export function oneOf(values: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: values, description }
}
