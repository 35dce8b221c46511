import type { Message, Part, ToolOutput } from '../contract/message.ts'

/**
 * Returns the searchable text of a message: its texts, file names, tool inputs and tool outputs. Excludes data and
 * reasoning.
 *
 * @example
 * messageText({ role: 'user', content: [{ type: 'text', text: 'Hi' }] }) // 'Hi'
 */
export function messageText(message: Message): string {
  if (typeof message.content === 'string') return message.content
  return (message.content as readonly Part[])
    .map(partText)
    .filter((text) => text !== '')
    .join('\n')
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'file':
      return part.filename ?? ''
    case 'tool-call':
      return `${part.toolName} ${valueText(part.input)}`
    case 'tool-result':
      return outputText(part.output)
    case 'tool-approval-response':
      return part.reason ?? ''
    case 'image':
    case 'reasoning':
    case 'tool-approval-request':
      return ''
    default:
      part satisfies never
      return ''
  }
}

function outputText(output: ToolOutput): string {
  switch (output.type) {
    case 'execution-denied':
      return output.reason ?? ''
    case 'content':
      return output.value
        .map((piece) => (piece.type === 'text' ? piece.text : ''))
        .filter(Boolean)
        .join('\n')
    case 'text':
    case 'json':
    case 'error-text':
    case 'error-json':
      return valueText(output.value)
    default:
      output satisfies never
      return ''
  }
}

/** Returns a text unchanged, and other values as JSON, whose field names also count as words. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
