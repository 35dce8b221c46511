import type { Part } from '@lamella/core'
import { jsonText } from '../aside/content.ts'
import { referenceOf } from '../aside/media-reference.ts'

/** The text of a part, as a model reads it; `undefined` for parts without text. Thoughts are not shown again. */
export function textOfPart(part: Part): string | undefined {
  if (part.type === 'text') return part.text
  if (part.type === 'tool-call') return jsonText({ tool: part.toolName, input: part.input as never })
  if (part.type !== 'tool-result') return undefined
  const { output } = part
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return jsonText(output.value)
    case 'execution-denied':
      return output.reason ?? ''
    case 'content':
      return output.value
        .map((piece) => {
          if (piece.type === 'text') return piece.text
          const id = 'data' in piece ? referenceOf(piece.data)?.id : undefined
          return `[${'mediaType' in piece ? piece.mediaType : piece.type}${id === undefined ? '' : `, ${id}`}]`
        })
        .join('\n')
    default:
      return output satisfies never
  }
}
