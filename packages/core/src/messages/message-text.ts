import type { Message, Part, ToolOutput } from '../contract/message.ts'

/**
 * What a message says, as text to be searched: its texts, the names of its files, what tools were asked and what they
 * answered. Data, and what the model thought, are not said.
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

/** A text as it is; of other values their JSON, in which names of fields are words, too. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
