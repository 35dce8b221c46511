import type { JsonSchema } from '@lamella/core'
import type { ToolInput } from '@lamella/store'

export const queryParameter: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 2_000,
  description: 'What to look for, in plain language.',
}

export const limitParameter: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: 20,
  description: 'The maximum number of results. Default 10.',
}

export function wordsOf(input: ToolInput): { readonly query: string; readonly limit: number } {
  return { query: String(input.get('query')), limit: (input.get('limit') as number | undefined) ?? 10 }
}
