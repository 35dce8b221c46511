import type { FragmentContent, Message } from '@lamella/core'
import type { ReadBuild } from '../recording/read-recording.ts'

/** A part of a message, as text to read. */
export interface Block {
  readonly kind: 'text' | 'thinking' | 'call' | 'result' | 'other'
  /** Of the tool, or of the kind of part. */
  readonly name?: string
  /** Of a call, at the call and at its result. */
  readonly id?: string
  readonly text: string
}

/** What one side said. */
export interface Turn {
  readonly role: string
  readonly blocks: readonly Block[]
}

/** Returns messages as turns to read. A recording may have been edited, so nothing is taken for granted. */
export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  return messages.map(({ role, content }: Message): Turn => {
    const parts: readonly unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }]
    return { role: String(role), blocks: parts.map(blockOf) }
  })
}

function blockOf(part: unknown): Block {
  const fields = (typeof part === 'object' && part !== null ? part : { type: 'text', text: part }) as Fields
  const { type, text, toolName, toolCallId, input, output } = fields
  const call = { name: textOf(toolName), id: textOf(toolCallId) }
  switch (type) {
    case 'text':
      return { kind: 'text', text: textOf(text) }
    case 'reasoning':
      return { kind: 'thinking', text: textOf(text) }
    case 'tool-call':
      return { kind: 'call', ...call, text: textOf(input) }
    case 'tool-result': {
      const value = (output as { readonly value?: unknown } | undefined)?.value
      return { kind: 'result', ...call, text: textOf(value ?? output) }
    }
    default:
      return { kind: 'other', name: textOf(type), text: textOf(fields) }
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The longest data of a file that is shown: what is longer is for programs. */
const mostData = 200

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const withoutData = (key: string, one: unknown): unknown =>
    (key === 'data' || key === 'image') && typeof one === 'string' && one.length > mostData
      ? `${one.length} characters of data`
      : one
  return JSON.stringify(value, withoutData, 2) ?? ''
}

/** Returns a content as text: messages one after the other, each under its role, values as JSON. */
export function contentText(content: FragmentContent): string {
  if (typeof content === 'string') return content
  return turnsOf(content)
    .map(({ role, blocks }) => `${role}:\n${blocks.map(blockText).join('\n')}`)
    .join('\n\n')
}

function blockText({ kind, name = '', id = '', text }: Block): string {
  if (kind === 'text') return text
  return `[${[kind, name, id].filter(Boolean).join(' ')}] ${text}`
}

/** Returns who speaks in a content: the role of its first message; '' for a text. */
export function roleOf(content: FragmentContent | undefined): string {
  return typeof content === 'object' ? String(content[0]?.role ?? '') : ''
}

/** Returns what a content says, without roles, for one line. */
export function beginningOf(content: FragmentContent | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  const blocks = turnsOf(content).flatMap((turn) => turn.blocks)
  return blocks.map(({ kind, name, text }) => (kind === 'text' ? text : `${name ?? kind}: ${text}`)).join(' ')
}

/** What a request is about: the question, or what tools have answered since. */
export interface Headline {
  readonly kind: 'question' | 'results'
  readonly text: string
}

/**
 * Returns what a request is about; `undefined` if the recording has no texts. Messages that layers made of their texts are no question:
 * those layers have `composed`.
 */
export function headlineOf({ made, contentOf }: ReadBuild): Headline | undefined {
  if (!made) return undefined
  const talking = new Set(made.layers.filter(({ composed }) => composed === undefined).map(({ name }) => name))
  const items = made.layout.items.filter(({ place, layer }) => place === 'messages' && talking.has(layer))
  for (const { content } of items.toReversed()) {
    const value = contentOf(content)
    if (value === undefined || typeof value === 'string') continue
    for (const { role, blocks } of turnsOf(value).toReversed()) {
      const kind = role === 'tool' ? 'results' : 'question'
      const own = blocks.filter((one) => one.kind === (role === 'tool' ? 'result' : 'text'))
      const text = own.map((one) => (one.name ? `${one.name}: ${one.text}` : one.text)).join(' ')
      if ((role === 'user' || role === 'tool') && text.trim() !== '') return { kind, text }
    }
  }
  return undefined
}
