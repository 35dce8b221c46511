import type { ToolDefinition } from '@lamella/core'
import type { ToolField } from './contract.ts'
import { readTexts } from './tool-parts.ts'
import type { Sentence, TermNumbers, Vocabulary } from './vocabulary.ts'

/** The fields, in the order of their bits. */
export const toolFields: readonly ToolField[] = ['name', 'description', 'parameter', 'parameter description', 'value']

/** A tool whose texts have become numbers of terms. */
export interface ReadTool {
  readonly name: string
  /** The terms of all texts but the description. */
  readonly texts: readonly TermNumbers[]
  /** The field of each of them, by its place in `toolFields`. */
  readonly fields: readonly number[]
  readonly sentences: readonly Sentence[]
}

/** @throws LamellaError `INDEX_TOOL_INVALID`, `TOOL_SCHEMA_INVALID` */
export function readTool(tool: ToolDefinition, vocabulary: Vocabulary): ReadTool {
  const texts: TermNumbers[] = []
  const fields: number[] = []
  let sentences: readonly Sentence[] = []
  readTexts(tool, (field, text) => {
    if (field === 'description') {
      sentences = vocabulary.inDescription(text)
      return
    }
    texts.push(field === 'parameter description' ? vocabulary.inText(text) : vocabulary.inName(text))
    fields.push(toolFields.indexOf(field))
  })
  return { name: tool.name, texts, fields, sentences }
}
