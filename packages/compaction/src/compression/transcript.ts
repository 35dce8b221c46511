import type { FilePart, ImagePart, Message, Part, ReasoningPart, ToolOutput, ToolOutputContent } from '@lamella/core'
import { withoutData } from '@lamella/core/plugin'

/** A passage of a conversation, with its speaker or kind. */
export interface Passage {
  readonly label: string
  readonly text: string
}

/**
 * Returns everything that a message says, in order: texts, calls with their input, results, approval responses. Images and
 * files are named; of binary data in texts only the size is left. Thoughts are no part of it: what came of them is said, and
 * Claude refuses to write about another turn's reasoning (`reasoning_extraction`; can1357/oh-my-pi#6093,
 * openclaw/openclaw#129518; read on 30 November 2026).
 */
export function passagesOf(message: Message): readonly Passage[] {
  const { role, content } = message
  if (typeof content === 'string') return [passage(role, content)]
  const parts: readonly Part[] = content
  const passages = parts.flatMap((part) => (part.type === 'reasoning' ? [] : [ofPart(role, part)]))
  return passages.length === 0 ? [passage(role, '')] : passages
}

/** Formats a passage as a paragraph: only its first line begins at the margin, so no text can pass for a speaker. */
export function paragraph({ label, text }: Passage): string {
  return `${label}: ${text === '' ? '(nothing)' : text.replaceAll('\n', '\n  ')}`
}

function passage(label: string, text: string): Passage {
  return { label, text: clean(withoutData(String(text))) }
}

/**
 * Returns an answer without the reasoning before it. Servers that do not tell the two apart write these tags around it
 * (QwenLM/qwen-code#11988); reasoning without an end has no answer.
 */
export function withoutThoughts(answer: string): string {
  return answer.replace(/^\s*<think>.*?(?:<\/think>|$)/s, '')
}

/**
 * Normalizes all line breaks to one kind, because some readers accept each of the others too, and replaces lone
 * surrogates, which providers reject, with U+FFFD. Nothing else is changed.
 */
export function clean(text: string): string {
  return String(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
}

function ofPart(role: string, part: Exclude<Part, ReasoningPart>): Passage {
  switch (part.type) {
    case 'text':
      return passage(role, part.text)
    case 'image':
      return passage(role, named('image', part))
    case 'file':
      return passage(role, named('file', part))
    case 'tool-call':
      return passage('call', `${part.toolName} ${jsonText(part.input)}`)
    case 'tool-result':
      return passage('result', `${part.toolName}: ${outputText(part.output)}`)
    case 'tool-approval-request':
      return passage('question', 'May this call be made?')
    case 'tool-approval-response':
      return passage('approval', `${part.approved ? 'yes' : 'no'}${part.reason ? `: ${part.reason}` : ''}`)
    default:
      part satisfies never
      return passage(role, jsonText(part))
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

/** Names values that JSON cannot represent (a cycle, a BigInt); no store would have kept them. */
function jsonText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '[a value that is not JSON]'
  }
}
