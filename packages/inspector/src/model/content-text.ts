import type { FragmentContent, Message } from '@lamella/core'

/** Returns a content as text to read: messages one after the other, each under its role, values as JSON. */
export function contentText(content: FragmentContent): string {
  return typeof content === 'string' ? content : content.map(messageText).join('\n\n')
}

/** Returns a message as text to read. A recording may have been edited, so nothing is taken for granted. */
function messageText({ role, content }: Message): string {
  const parts = Array.isArray(content) ? content.map(partText) : [textOf(content)]
  return `${role}:\n${parts.join('\n')}`
}

function partText(part: { readonly type: string }): string {
  const fields = part as unknown as Readonly<Record<string, unknown>>
  switch (part.type) {
    case 'text':
      return textOf(fields['text'])
    case 'reasoning':
      return `[reasoning] ${textOf(fields['text'])}`
    case 'tool-call':
      return `[call ${textOf(fields['toolName'])} ${textOf(fields['toolCallId'])}] ${textOf(fields['input'])}`
    case 'tool-result': {
      const output = fields['output'] as { readonly value?: unknown } | undefined
      return `[result ${textOf(fields['toolCallId'])}] ${textOf(output?.value ?? output)}`
    }
    default:
      return `[${part.type}] ${textOf(part)}`
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '')
}
