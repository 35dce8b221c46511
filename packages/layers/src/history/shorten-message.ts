import { cutText, type Message, type ToolOutput } from '@lamella/core'

/** Characters that messages of the last turn are shortened to before any of them is dropped, longest first. */
export const shorterLengths: readonly number[] = [4_000, 800]
export const shortestLength = 800

/** Share of a shortened text that is its beginning; what a command printed last matters too. */
const head = 0.7

/**
 * The message with every text and tool output cut to `max` characters, marker included; `undefined` when nothing is
 * that long. Calls, thoughts, files and approvals stay as they are, since a provider or a program checks them.
 */
export function shortenMessage(message: Message, max: number): Message | undefined {
  const { content } = message
  if (typeof content === 'string') {
    return content.length > max ? ({ ...message, content: cutText(content, max, { head }) } as Message) : undefined
  }
  let changed = false
  const parts = content.map((part) => {
    const shorter = part.type === 'tool-result' ? shortenOutput(part.output, max) : undefined
    if (shorter) {
      changed = true
      return { ...part, output: shorter }
    }
    if (part.type !== 'text' || part.text.length <= max) return part
    changed = true
    return { ...part, text: cutText(part.text, max, { head }) }
  })
  return changed ? ({ ...message, content: parts } as Message) : undefined
}

function shortenOutput(output: ToolOutput, max: number): ToolOutput | undefined {
  if (output.type === 'content') {
    if (!output.value.some((item) => item.type === 'text' && item.text.length > max)) return undefined
    const value = output.value.map((item) =>
      item.type === 'text' ? { ...item, text: cutText(item.text, max, { head }) } : item,
    )
    return { ...output, value }
  }
  if (output.type === 'execution-denied') {
    const { reason = '' } = output
    return reason.length > max ? { ...output, reason: cutText(reason, max, { head }) } : undefined
  }
  const isText = output.type === 'text' || output.type === 'error-text'
  const text = isText ? output.value : JSON.stringify(output.value)
  if (text.length <= max) return undefined
  const failed = output.type === 'error-text' || output.type === 'error-json'
  const { providerOptions } = output
  const value = cutText(text, max, { head })
  return { type: failed ? 'error-text' : 'text', value, ...(providerOptions ? { providerOptions } : {}) }
}
