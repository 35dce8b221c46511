import type { Message, Part, ToolOutput } from '@lamella/core'

/** Returns the content of a message, one line per part: texts unchanged, all other parts labelled. */
export function messageLines({ content }: Message): readonly string[] {
  return typeof content === 'string' ? [content] : (content as readonly Part[]).map(lineOf)
}

function lineOf(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'reasoning':
      return `[thinking] ${part.text}`
    case 'image':
      return `[image${part.mediaType === undefined ? '' : ` ${part.mediaType}`}]`
    case 'file':
      return `[file ${part.filename ?? ''}${part.filename === undefined ? '' : ', '}${part.mediaType}]`
    case 'tool-call':
      return `[calls ${part.toolName}] ${valueText(part.input)}`
    case 'tool-result':
      return `[${outcomeOf(part.output)} of ${part.toolName}] ${outputText(part.output)}`
    case 'tool-approval-request':
      return `[requests approval for ${part.toolCallId}]`
    case 'tool-approval-response':
      return `[${part.approved ? 'approved' : 'denied'}] ${part.reason ?? ''}`
    default:
      part satisfies never
      return ''
  }
}

function outcomeOf({ type }: ToolOutput): string {
  if (type === 'execution-denied') return 'denial'
  return type === 'error-text' || type === 'error-json' ? 'error' : 'result'
}

function outputText(output: ToolOutput): string {
  if (output.type === 'execution-denied') return output.reason ?? ''
  if (output.type !== 'content') return valueText(output.value)
  return output.value.map((piece) => (piece.type === 'text' ? piece.text : `[${piece.type}]`)).join(' ')
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
