import { isObject } from '@lamella/core/plugin'
import { detectForm } from './detect-form.ts'
import type { Placed } from './placed.ts'

/** A form of session files that is known and not read, and what to do with such a file. */
export interface OtherForm {
  readonly form: string
  readonly fix: string
}

const convert = (name: string, from: string): string =>
  `Read its lines as JSON, and pass them to \`${name}\` of \`${from}\`; then append the messages to a store.`
const extract = 'Extract the messages with their roles and contents, one JSON object a line, and read those.'

const anthropic: OtherForm = { form: 'messages of Anthropic', fix: convert('fromAnthropic', '@lamella/wire/anthropic') }
const gemini: OtherForm = { form: 'contents of Gemini', fix: convert('fromGemini', '@lamella/wire/gemini') }
const ui: OtherForm = { form: 'UI messages of the AI SDK', fix: convert('convertToModelMessages', 'ai') }

/**
 * Returns the form of a file whose lines have another one throughout; `undefined` if any line is of a form that is read.
 */
export function otherForm(lines: readonly Placed<unknown>[]): OtherForm | undefined {
  let found: OtherForm | undefined
  for (const { value } of lines) {
    if (detectForm(value) !== undefined) return undefined
    found ??= formOf(value)
  }
  return found
}

function formOf(value: unknown): OtherForm | undefined {
  if (!isObject(value)) return undefined
  const { type, role, content, parts, message, payload } = value
  if (isObject(payload) && typeof type === 'string') return { form: 'a transcript of Codex', fix: extract }
  if ('sessionId' in value && typeof type === 'string') return { form: 'a transcript of Claude Code', fix: extract }
  if (type === 'message' && isObject(message)) return { form: 'a transcript of pi', fix: extract }
  if (typeof role !== 'string') return undefined
  if (Array.isArray(parts)) return parts.some((part) => isObject(part) && 'type' in part) ? ui : gemini
  const isTool = (part: unknown): boolean =>
    isObject(part) && (part['type'] === 'tool_use' || part['type'] === 'tool_result')
  return Array.isArray(content) && content.some(isTool) ? anthropic : undefined
}
