import { isObject } from '@lamella/core/plugin'
import type { TranscriptFormat } from '../transcripts/contract/transcript.ts'

/** A form of session files that is known and not read, and what to do with such a file. */
export interface OtherForm {
  readonly form: string
  readonly fix: string
}

const convert = (form: string, name: string): OtherForm => ({
  form,
  fix: `Read its lines as JSON, pass them to \`${name}\`, and append the messages to a store.`,
})
const transcript = (program: string, format: TranscriptFormat): OtherForm => ({
  form: `a session of ${program}`,
  fix: `Read it with \`readTranscripts\` of @lamella/provider-fs/transcripts, or import it: \`lamella sessions import <store> <file> --from ${format}\`.`,
})
const pi = transcript('pi', 'pi')

const programs: Readonly<Partial<Record<TranscriptFormat, OtherForm>>> = {
  'claude-code': transcript('Claude Code', 'claude-code'),
  codex: transcript('Codex', 'codex'),
  pi,
  cline: transcript('Cline', 'cline'),
  'gemini-cli': transcript('Gemini CLI', 'gemini-cli'),
  chatgpt: transcript('ChatGPT', 'chatgpt'),
  opencode: {
    form: 'a session of opencode',
    fix: 'Its sessions are recognized but not read: convert them to JSONL with one message per line.',
  },
}

/** Returns the form of a session of a program. */
export function programForm(format: TranscriptFormat | undefined): OtherForm | undefined {
  return format === undefined ? undefined : programs[format]
}

const anthropic = convert('messages of Anthropic', 'fromAnthropic')
const converse = convert('messages of Bedrock Converse', 'fromBedrockConverse')
const gemini = convert('contents of Gemini', 'fromGemini')
const responses = convert('items of OpenAI Responses', 'fromOpenAIResponses')
const ui = convert('UI messages of the AI SDK', 'fromAiSdkUi')
const list = (path: string): OtherForm => ({
  form: 'JSON that is not one message a line',
  fix: `Pass JSONL with one message per line, a file for each conversation: jq -c '${path}' list.json > chat.jsonl`,
})

/**
 * Returns the form of the first line whose form is known and not read. One such line is enough: a conversation without
 * its calls and results would read as if no tool had run. Lists are refused where no line is a message.
 */
export function otherForm(values: readonly unknown[]): OtherForm | undefined {
  const first = firstOf(values, formOf)
  // Others have such lines, too, with parts of Anthropic in them.
  const found = first === pi && values.some(hasAnthropicCalls) ? undefined : first
  const hasMessage = values.some((value) => isObject(value) && 'role' in value)
  if (found || hasMessage || !values.some((value) => Array.isArray(listIn(value)))) return found
  return list(values.some(Array.isArray) ? '.[]' : '.messages[]')
}

/** Returns the first result of looking at the values of a list, in order. */
export function firstOf<Value, Found>(
  list: readonly Value[],
  look: (value: Value) => Found | undefined,
): Found | undefined {
  for (const value of list) {
    const found = look(value)
    if (found) return found
  }
  return undefined
}

/** Returns what may be a list of messages: the value, or its messages. */
function listIn(value: unknown): unknown {
  return isObject(value) ? value['messages'] : value
}

/** Looks into a list too, but not into lists in it: input can be nested without limit. */
function formOf(value: unknown): OtherForm | undefined {
  const inside = listIn(value)
  return Array.isArray(inside) ? firstOf(inside, formOfLine) : formOfLine(value)
}

function formOfLine(value: unknown): OtherForm | undefined {
  if (!isObject(value)) return undefined
  const { type, role, content, parts, toolInvocations, message, payload } = value
  if (typeof role === 'string') {
    if (Array.isArray(toolInvocations)) return ui
    if (Array.isArray(parts)) return parts.some((part) => isObject(part) && 'type' in part) ? ui : gemini
    return Array.isArray(content) ? firstOf(content, formOfPart) : undefined
  }
  if ('projectHash' in value || type === 'gemini') return transcript('Gemini CLI', 'gemini-cli')
  if (typeof type !== 'string') return undefined
  if (isObject(payload)) return transcript('Codex', 'codex')
  const isOfChain = 'uuid' in value && 'parentUuid' in value && isObject(message)
  // Other programs have a text, or parts of Gemini, where Claude Code has a message.
  const isOfClaude = message === undefined || (isObject(message) && !('parts' in message))
  if ((isOfChain || 'sessionId' in value) && isOfClaude) return transcript('Claude Code', 'claude-code')
  if (type === 'message' && isObject(message)) return pi
  return 'call_id' in value ? responses : undefined
}

function hasAnthropicCalls(value: unknown): boolean {
  const message = isObject(value) ? value['message'] : undefined
  const content = isObject(message) ? message['content'] : undefined
  return Array.isArray(content) && content.some((part) => isObject(part) && isAnthropicCall(part['type']))
}

function isAnthropicCall(type: unknown): boolean {
  return type === 'tool_use' || type === 'tool_result'
}

/** Returns the form of a part of a kind that only one form has. */
function formOfPart(part: unknown): OtherForm | undefined {
  if (!isObject(part)) return undefined
  const { type, source, text, thinking } = part
  if (type === undefined) return 'toolUse' in part || 'toolResult' in part || typeof text === 'string' ? converse : type
  if (type === 'input_text' || type === 'output_text') return responses
  if (type === 'thinking' && typeof thinking === 'string') return anthropic
  return isAnthropicCall(type) || isObject(source) ? anthropic : undefined
}
