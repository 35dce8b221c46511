import type { AssistantPart, Message, ToolOutput, ToolPart, UserPart } from '@lamella/core'
import { partInfo, pieceInfo } from './describe-media.ts'
import { mediaText } from './media-text.ts'

/** Whether the results of a tool may lose their images and files. */
export type MayLoseMedia = (toolName: string) => boolean

/**
 * Returns a message with a text in place of each image and file; `undefined` if it has none. What a provider's own tool returned
 * stays, and so do files of an answer with provider data: providers check them.
 */
export function withoutMedia(message: Message, mayLose: MayLoseMedia): Message | undefined {
  const { role, content } = message
  if (typeof content === 'string' || !hasMedia(message)) return undefined
  let isChanged = false
  const parts = (content as readonly (UserPart | AssistantPart | ToolPart)[]).map((part) => {
    const other = role === 'tool' ? resultWithout(part as ToolPart, mayLose) : partWithout(part as UserPart, role)
    if (other !== part) isChanged = true
    return other
  })
  return isChanged ? ({ ...message, content: parts } as Message) : undefined
}

/** Whether a message has images or files that may give way. */
export function hasMedia({ role, content }: Message): boolean {
  if (typeof content === 'string') return false
  const parts = content as readonly (UserPart | AssistantPart | ToolPart)[]
  return role === 'tool'
    ? parts.some((part) => part.type === 'tool-result' && outputHasMedia(part.output))
    : parts.some(({ type }) => type === 'image' || type === 'file')
}

function outputHasMedia(output: ToolOutput): boolean {
  return output.type === 'content' && output.value.some(({ type }) => type !== 'text' && type !== 'custom')
}

function partWithout(part: UserPart, role: Message['role']): UserPart {
  if (part.type !== 'image' && part.type !== 'file') return part
  if (role === 'assistant' && part.providerOptions !== undefined) return part
  const info = partInfo(part)
  return info ? { type: 'text', text: mediaText(info) } : part
}

function resultWithout(part: ToolPart, mayLose: MayLoseMedia): ToolPart {
  if (part.type !== 'tool-result' || !outputHasMedia(part.output) || !mayLose(part.toolName)) return part
  return { ...part, output: outputWithout(part.output) }
}

/** Returns an output with a text in place of each image and file. */
function outputWithout(output: ToolOutput): ToolOutput {
  if (output.type !== 'content') return output
  const value = output.value.map((piece) => {
    const info = pieceInfo(piece)
    return info ? ({ type: 'text', text: mediaText(info) } as const) : piece
  })
  return { ...output, value }
}
