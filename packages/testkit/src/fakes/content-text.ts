import type { FragmentContent, Message, Part, ToolOutput } from '@lamella/core'

/** All text of some content, one line per message: what the fake `count` counts, and where rules look for words. */
export function contentText(content: FragmentContent): string {
  return typeof content === 'string' ? content : content.map(messageText).join('\n')
}

/** The text of one message: its text parts, and calls and results as JSON. Approval requests are not sent to models. */
export function messageText({ content }: Message): string {
  return typeof content === 'string' ? content : content.map(partText).join('\n')
}

function partText(part: Part): string {
  if (part.type === 'text' || part.type === 'reasoning') return part.text
  if (part.type === 'tool-call') return `${part.toolName} ${JSON.stringify(part.input) ?? ''}`
  if (part.type === 'tool-result') return `${part.toolName} ${outputText(part.output)}`
  return ''
}

function outputText(output: ToolOutput): string {
  return output.type === 'execution-denied' ? (output.reason ?? '') : (JSON.stringify(output.value) ?? '')
}
