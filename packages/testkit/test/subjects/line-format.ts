import type { Message, Part } from '@lamella/core'
import type { FormatContext, FormatEncoding, FormatRow, FormatSubject } from '@lamella/testkit'

/** One line of a conversation. */
interface Line {
  readonly who: string
  readonly text: string
  readonly id?: string
}

/** A wire format made of lines: `{ lines: [{ who, text, id? }] }`. For suites, whose tests break it. */
export const lineFormat: FormatSubject = {
  spec: 1,
  name: 'lines',
  title: 'Lines',
  encode: encodeLines,
  decode: { request: decodeLines },
  framing: {
    name: 'lines',
    request: 0,
    message: 0,
    toolCall: 0,
    toolResult: 0,
    tool: 0,
    image: 0,
    systemSeparator: '\n',
  },
  rules: [{ code: 'LI-LINES', what: 'There are lines.', source: 'M' }],
  validate: (request) => {
    const lines: unknown =
      typeof request === 'object' && request !== null ? (request as { lines?: unknown }).lines : undefined
    return Array.isArray(lines) ? [] : [{ code: 'LI-LINES', level: 'error', path: 'lines' }]
  },
}

function encodeLines({ system = [], messages }: FormatContext): FormatEncoding {
  const lines: Line[] = system.map(({ content }) => ({ who: 'system', text: content }))
  const repairs: FormatRow[] = []
  let open = new Set<string>()
  for (const [index, { role, content }] of messages.entries()) {
    const path = `messages[${index}]`
    if (role === 'assistant') open = new Set()
    const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    for (const part of parts) {
      if (part.type === 'text') {
        const text = part.text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
        if (text === '') repairs.push({ code: 'empty-text', path, what: 'Left out.' })
        else lines.push({ who: role, text })
      } else if (part.type === 'tool-call') {
        open.add(part.toolCallId)
        lines.push({ who: 'call', text: JSON.stringify(part.input), id: part.toolCallId })
      } else if (part.type === 'tool-result' && open.delete(part.toolCallId)) {
        const text = part.output.type === 'text' ? part.output.value : JSON.stringify(part.output)
        lines.push({ who: 'result', text, id: part.toolCallId })
      } else repairs.push({ code: 'tool-pair', path, what: 'Left out.' })
    }
  }
  return { request: { lines }, losses: [], repairs }
}

function decodeLines(value: unknown): FormatContext {
  const messages: Message[] = []
  for (const { who, text, id = '' } of (value as { readonly lines: readonly Line[] }).lines) {
    const last = messages.at(-1)
    const toolName = 'look'
    if (who === 'call') {
      const call = { type: 'tool-call' as const, toolCallId: id, toolName, input: JSON.parse(text) as unknown }
      if (last?.role === 'assistant' && typeof last.content !== 'string') last.content.push(call)
      else messages.push({ role: 'assistant', content: [call] })
    } else if (who === 'result') {
      messages.push({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: id, toolName, output: { type: 'text', value: text } }],
      })
    } else messages.push({ role: who as 'user', content: text })
  }
  return { messages }
}
