import type { FilePart, ImagePart, Message, Part, ToolOutput, ToolOutputContent } from '@lamella/core'

/** Something that was said, by whom or as what. */
export interface Said {
  readonly label: string
  readonly text: string
}

/**
 * All that a message says, in order: texts, thoughts, calls with their input, results, what a person said about a call. Images
 * and files are named.
 */
export function saidIn(message: Message): readonly Said[] {
  const { role, content } = message
  if (typeof content === 'string') return [said(role, content)]
  const parts: readonly Part[] = content
  return parts.length === 0 ? [said(role, '')] : parts.map((part) => ofPart(role, part))
}

/** Something that was said as a paragraph: no line but the first begins at the margin, so no text can pass for a speaker. */
export function paragraph({ label, text }: Said): string {
  return `${label}: ${text === '' ? '(nothing)' : text.replaceAll('\n', '\n  ')}`
}

function said(label: string, text: string): Said {
  return { label, text: clean(text) }
}

/**
 * One kind of line break, since some reader takes each of the others for one, too; and U+FFFD for halves of surrogate pairs,
 * which providers refuse. Nothing else is changed.
 */
export function clean(text: string): string {
  return String(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
}

function ofPart(role: string, part: Part): Said {
  switch (part.type) {
    case 'text':
      return said(role, part.text)
    case 'reasoning':
      return said('thought', part.text)
    case 'image':
      return said(role, named('image', part))
    case 'file':
      return said(role, named('file', part))
    case 'tool-call':
      return said('call', `${part.toolName} ${jsonText(part.input)}`)
    case 'tool-result':
      return said('result', `${part.toolName}: ${outputText(part.output)}`)
    case 'tool-approval-request':
      return said('question', 'May this call be made?')
    case 'tool-approval-response':
      return said('approval', `${part.approved ? 'yes' : 'no'}${part.reason ? `: ${part.reason}` : ''}`)
    default:
      part satisfies never
      return said(role, jsonText(part))
  }
}

function named(what: string, part: FilePart | ImagePart): string {
  const data: unknown = part.type === 'image' ? part.image : part.data
  const place = data instanceof URL ? data.href : typeof data === 'string' && /^https?:/i.test(data) ? data : undefined
  const name = part.type === 'file' ? part.filename : undefined
  return `[${[what, name, part.mediaType, place].filter((one) => one !== undefined).join(', ')}]`
}

function outputText(output: ToolOutput): string {
  switch (output?.type) {
    case 'text':
      return output.value
    case 'error-text':
      return `error: ${output.value}`
    case 'error-json':
      return `error: ${jsonText(output.value)}`
    case 'execution-denied':
      return `denied${output.reason ? `: ${output.reason}` : ''}`
    case 'content':
      return output.value.map(pieceText).join('\n')
    case 'json':
      return jsonText(output.value)
    default:
      output satisfies never
      return ''
  }
}

function pieceText(piece: ToolOutputContent): string {
  switch (piece.type) {
    case 'text':
      return piece.text
    case 'image-url':
    case 'file-url':
      return `[${piece.type}, ${piece.url}]`
    case 'custom':
      return `[custom, ${jsonText(piece.providerOptions)}]`
    case 'media':
    case 'image-data':
      return `[${piece.mediaType}]`
    case 'file-data':
      return `[${[piece.mediaType, piece.filename].filter((one) => one !== undefined).join(', ')}]`
    case 'image-file-id':
    case 'file-id':
      return `[${piece.type}]`
    default:
      piece satisfies never
      return ''
  }
}

/** What JSON cannot write (a cycle, a BigInt) is said to be there; no store would have kept it. */
function jsonText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '[a value that is no JSON]'
  }
}
