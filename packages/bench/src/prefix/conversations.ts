import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssistantPart, Message, ToolDefinition } from '@lamella/core'
import { fromOpenAIChat } from '@lamella/wire/openai-chat'

/** Recorded conversations of one kind, and what all of their requests share. */
export interface Recording {
  readonly name: string
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  /** The conversations without their system messages. */
  readonly conversations: readonly (readonly Message[])[]
  /** Sizes in tokens, each small enough to truncate many of the requests. */
  readonly windows: readonly number[]
}

const folder = process.env['LAMELLA_DATA'] ?? ''
const airlineFile = join(folder, 'traces/tau-bench-airline.openai.jsonl')
const codingFile = join(folder, 'traces/pi-large-session.session.jsonl')
const promptFiles = ['SOUL.md', 'AGENTS.md'].map((name) => join(folder, 'workspaces/assistant', name))

/** Names a recording and a window in tables and claims. */
export function headingOf({ name }: Recording, window: number): string {
  return `${name}, ${window.toLocaleString('en-US')}`
}

/**
 * Why there are no recordings, or `undefined` if there are. We may not publish them, so they are outside the
 * repository.
 */
export const noRecordings: string | undefined =
  folder === ''
    ? 'LAMELLA_DATA, the folder of outside test data, is not set'
    : [airlineFile, codingFile, ...promptFiles].every((file) => existsSync(file))
      ? undefined
      : 'the folder in LAMELLA_DATA has no traces'

export function recordings(): readonly Recording[] {
  return [airline(), coding()]
}

/** Reads 100 conversations of customers with an airline's agent, from tau-bench. */
function airline(): Recording {
  return { name: 'airline', ...readOpenAIChat(airlineFile), windows: [5_000, 6_000] }
}

/**
 * Reads a file with a conversation a line, `messages` in the form of OpenAI Chat. All get the system prompt of the
 * first, or if it has none, that of a workspace.
 */
export function readOpenAIChat(file: string): Omit<Recording, 'name' | 'windows'> {
  const all = readLines<{ readonly messages: unknown }>(file).map(({ messages }) => fromOpenAIChat(messages))
  const system = all[0]?.find((message) => message.role === 'system')?.content ?? workspacePrompt()
  const conversations = all.map((messages) => messages.filter((message) => message.role !== 'system'))
  return { system, tools: toolsOf(conversations), conversations }
}

function workspacePrompt(): string {
  return promptFiles.map((file) => readFileSync(file, 'utf8')).join('\n\n')
}

/** Reads one long session of a coding agent. It has no system prompt, so that of a workspace is used. */
function coding(): Recording {
  const records = readLines<{ readonly type: string; readonly message?: Recorded }>(codingFile)
  const conversations = [
    records.flatMap(({ type, message }) => (type === 'message' && message ? [canonical(message)] : [])),
  ]
  return {
    name: 'coding',
    system: workspacePrompt(),
    tools: toolsOf(conversations),
    conversations,
    windows: [16_000, 64_000],
  }
}

/** Lists each tool that was called, with every argument it ever got, since the recordings have no tool definitions. */
function toolsOf(conversations: readonly (readonly Message[])[]): readonly ToolDefinition[] {
  const seen = new Map<string, Set<string>>()
  for (const message of conversations.flat()) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue
    for (const part of message.content) {
      if (part.type !== 'tool-call') continue
      const names = seen.get(part.toolName) ?? new Set()
      for (const name of Object.keys(Object(part.input))) names.add(name)
      seen.set(part.toolName, names)
    }
  }
  return [...seen].map(([name, args]) => ({
    name,
    description: `Runs ${name}.`,
    inputSchema: { type: 'object', properties: Object.fromEntries([...args].map((arg) => [arg, {}])) },
  }))
}

function readLines<Row>(file: string): readonly Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

interface Recorded {
  readonly role: 'user' | 'assistant' | 'toolResult'
  readonly content: readonly RecordedPart[]
  readonly toolCallId?: string
  readonly toolName?: string
  readonly isError?: boolean
}

interface RecordedPart {
  readonly type: 'text' | 'thinking' | 'toolCall'
  readonly text?: string
  readonly thinking?: string
  readonly thinkingSignature?: string
  readonly id?: string
  readonly name?: string
  readonly arguments?: unknown
}

function canonical({ role, content, toolCallId = '', toolName = '', isError = false }: Recorded): Message {
  if (role === 'assistant') return { role, content: content.map(assistantPart) }
  const text = content.map((part) => part.text ?? '').join('\n')
  if (role === 'user') return { role, content: [{ type: 'text', text }] }
  const output = { type: isError ? ('error-text' as const) : ('text' as const), value: text }
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
}

function assistantPart({ type, text = '', id = '', name = '', ...part }: RecordedPart): AssistantPart {
  if (type === 'toolCall') return { type: 'tool-call', toolCallId: id, toolName: name, input: part.arguments }
  if (type === 'text') return { type: 'text', text }
  const providerOptions = { anthropic: { signature: part.thinkingSignature ?? '' } }
  return { type: 'reasoning', text: part.thinking ?? '', providerOptions }
}
