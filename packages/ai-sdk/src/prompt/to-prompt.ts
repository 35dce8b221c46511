import type { Message, Part } from '@lamella/core'
import type { HostMessage, HostPart } from '../contract/host.ts'
import { withCarried } from './carried.ts'
import { fileData, outputTo } from './files.ts'

/** Writes canonical messages as a prompt of specification V3, or V4 where a file is a tagged value. */
export function toPrompt(messages: readonly Message[], version: string): readonly HostMessage[] {
  const tagged = version !== 'v3'
  const prompt = messages.flatMap((message): readonly HostMessage[] => {
    if (message.role === 'system') return [message]
    const { content } = message
    const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    const sent = parts.flatMap((part) => partsOf(part, tagged))
    return sent.length === 0 ? [] : [{ ...message, content: sent }]
  })
  return withCarried(prompt)
}

/** Approvals are for the application, except for answers about calls that the provider runs. */
function partsOf(part: Part, tagged: boolean): readonly HostPart[] {
  switch (part.type) {
    case 'image': {
      const { image, mediaType = 'image/*', ...rest } = part
      return [{ ...rest, type: 'file', mediaType, data: fileData(image, tagged) }]
    }
    case 'file':
      return [{ ...part, data: fileData(part.data, tagged) }]
    case 'tool-result':
      return [{ ...part, output: outputTo(part.output, tagged) }]
    case 'text':
    case 'reasoning':
    case 'tool-call':
      return [{ ...part }]
    case 'tool-approval-request':
      return []
    case 'tool-approval-response': {
      const { providerExecuted, ...rest } = part
      return providerExecuted === true ? [rest] : []
    }
    default:
      return part satisfies never
  }
}
