import type { Part, ToolOutputContent } from '@lamella/core'
import { jsonText } from '../aside/content.ts'
import { hasMark, type MarkedText } from '../aside/head-mark.ts'

/** The text of a part, as a model reads it, with the mark of a head; `undefined` for parts without text. Thoughts are not shown again. */
export function textOfPart(part: Part): MarkedText | undefined {
  if (part.type === 'text') return { text: part.text, options: part.providerOptions }
  if (part.type === 'tool-call') return plain(jsonText({ tool: part.toolName, input: part.input as never }))
  if (part.type !== 'tool-result') return undefined
  const { output } = part
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { text: output.value, options: output.providerOptions }
    case 'json':
    case 'error-json':
      return plain(jsonText(output.value))
    case 'execution-denied':
      return plain(output.reason ?? '')
    case 'content':
      return textOfPieces(output.value)
    default:
      return output satisfies never
  }
}

/** The only text among images is read as a whole. */
function textOfPieces(pieces: readonly ToolOutputContent[]): MarkedText {
  const [first, ...others] = pieces.flatMap((piece) => (piece.type === 'text' ? [piece] : []))
  if (first && others.length === 0 && hasMark({ options: first.providerOptions })) {
    return { text: first.text, options: first.providerOptions }
  }
  const texts = pieces.map((piece) =>
    piece.type === 'text' ? piece.text : `[${'mediaType' in piece ? piece.mediaType : piece.type}]`,
  )
  return plain(texts.join('\n'))
}

function plain(text: string): MarkedText {
  return { text, options: undefined }
}
