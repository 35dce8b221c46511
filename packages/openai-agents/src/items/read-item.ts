import type { AssistantPart, JsonValue, ToolOutput, ToolPart, UserPart } from '@lamella/core'
import type { PlainItem } from './plain-item.ts'
import { readContent, readPieces, type Slot, textOf } from './read-content.ts'

type Fields = Readonly<Record<string, JsonValue | undefined>>

/** What an item says, and where its long texts stand in it. */
export type ReadItem = { readonly slots: readonly Slot[] } & (
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly content: string | UserPart[] }
  | { readonly role: 'assistant'; readonly parts: readonly AssistantPart[] }
  | { readonly role: 'tool'; readonly parts: readonly ToolPart[] }
)

/** Calls that the program answers with an item of another type, and that type. */
const answerTypes: Readonly<Record<string, string>> = {
  function_call: 'function_call_result',
  computer_call: 'computer_call_result',
  shell_call: 'shell_call_output',
  apply_patch_call: 'apply_patch_call_output',
}

/** Returns the type of the item that answers a call; `undefined` if the program does not answer it. */
export function answerTypeOf(callType: string): string | undefined {
  return Object.hasOwn(answerTypes, callType) ? answerTypes[callType] : undefined
}

const outside: readonly string[] = ['type', 'id', 'callId', 'status', 'providerData', 'encrypted_content']

/**
 * Reads one item.
 *
 * Source: `ModelItem` of @openai/agents-core 0.20.0, `types/protocol`, read on 2026-11-23.
 *
 * @param index Names a call that has no id.
 */
export function readItem(item: PlainItem, index: number): ReadItem {
  const { type } = item
  if (type === 'message' || type === undefined) return readMessage(item)
  if (type === 'reasoning') return readReasoning(item)
  if (type === 'function_call') return readCall(item)
  if (type === 'function_call_result') return readResult(item)
  if (Object.values(answerTypes).includes(String(type))) {
    return {
      role: 'tool',
      slots: [],
      parts: [resultOf(item, String(type).replace(/_(result|output)$/, ''), answer(item))],
    }
  }
  const isClients = answerTypeOf(String(type)) !== undefined
  const { id, callId, name } = item
  const own = isClients ? callId : (id ?? callId)
  return {
    role: 'assistant',
    slots: [],
    parts: [
      {
        type: 'tool-call',
        toolCallId: typeof own === 'string' && own !== '' ? own : `${String(type)}_${index}`,
        toolName: !isClients && typeof name === 'string' ? name : String(type),
        input: inputOf(item),
        ...(!isClients && { providerExecuted: true }),
      },
    ],
  }
}

function readMessage(item: PlainItem): ReadItem {
  const { role, content } = item
  if (role === 'system') return { role, text: textOf(content), slots: [{ path: ['content'], part: 0 }] }
  const { parts, slots } = readContent(content)
  if (role === 'assistant') {
    const { id, phase } = item
    const openai = fields({ itemId: id, phase })
    const said = parts.map((part): AssistantPart => {
      const held = part.type === 'image' ? ({ type: 'file', data: part.image, mediaType: 'image/png' } as const) : part
      return openai
        ? { ...held, providerOptions: { openai: { ...held.providerOptions?.['openai'], ...openai } } }
        : held
    })
    return { role, parts: said, slots }
  }
  return Array.isArray(content)
    ? { role: 'user', content: parts as UserPart[], slots }
    : { role: 'user', content: textOf(content), slots: [{ path: ['content'], part: 0 }] }
}

function readReasoning({ id, content, providerData }: PlainItem): ReadItem {
  const texts = Array.isArray(content) ? (content as Fields[]) : []
  const data = (providerData ?? {}) as Fields
  const name = data['encryptedContent'] === undefined ? 'encrypted_content' : 'encryptedContent'
  const encrypted = data[name]
  const own = fields({ itemId: id, reasoningEncryptedContent: encrypted })
  const more = fields({ itemId: id })
  return {
    role: 'assistant',
    parts: [textOf(texts[0]?.['text']), ...texts.slice(1).map((one) => textOf(one['text']))].map((text, index) => {
      const openai = index === 0 ? own : more
      return { type: 'reasoning', text, ...(openai && { providerOptions: { openai } }) }
    }),
    slots: [
      ...texts.flatMap(({ text }, at): Slot[] => (isSlot(text) ? [{ path: ['content', at, 'text'], part: at }] : [])),
      ...(isSlot(encrypted) ? [{ path: ['providerData', name], part: 0, field: 'reasoningEncryptedContent' }] : []),
    ],
  }
}

function readCall({ callId, name, id, arguments: text, namespace }: PlainItem): ReadItem {
  const { input, exact } = parse(text)
  const openai = fields({ itemId: id, namespace, arguments: exact ? undefined : text })
  return {
    role: 'assistant',
    parts: [
      {
        type: 'tool-call',
        toolCallId: textOf(callId),
        toolName: textOf(name),
        input,
        ...(openai && { providerOptions: { openai } }),
      },
    ],
    slots: exact ? [{ path: ['arguments'], part: 0 }] : [],
  }
}

function readResult(item: PlainItem): ReadItem {
  const { name, output } = item
  if (isSlot(output)) {
    const parts = [resultOf(item, textOf(name), { type: 'text', value: textOf(output) })]
    return { role: 'tool', parts, slots: [{ path: ['output'], part: 0 }] }
  }
  const isList = Array.isArray(output)
  const { pieces, slots } = readPieces((isList ? output : [output ?? {}]) as Fields[])
  return {
    role: 'tool',
    parts: [resultOf(item, textOf(name), { type: 'content', value: [...pieces] })],
    slots: slots.map(({ path: [at = 0, ...path], part }) => ({
      path: ['output', ...(isList ? [at] : []), ...path],
      part,
    })),
  }
}

function resultOf({ callId }: PlainItem, toolName: string, output: ToolOutput): ToolPart {
  return { type: 'tool-result', toolCallId: textOf(callId), toolName, output }
}

function answer({ type, output, status }: PlainItem): ToolOutput {
  if (type === 'computer_call_result') {
    return {
      type: 'content',
      value: [...readPieces([{ type: 'image', image: (output as Fields)['data'] ?? '' }]).pieces],
    }
  }
  return typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: output ?? { status } }
}

/** Everything that a hosted item says, so that it is counted; the bytes of an image are not text. */
function inputOf(item: PlainItem): Fields {
  const { name, output, providerData } = item
  const isImage = name === 'image_generation_call'
  const own = Object.entries(item).filter(([key]) => !outside.includes(key) && !(isImage && key === 'output'))
  const data = Object.entries((providerData ?? {}) as Fields).filter(
    ([key, value]) => !outside.includes(key) && key !== 'result' && value !== output,
  )
  return Object.fromEntries([...own, ...data])
}

/** `exact`: the text is what `JSON.stringify` writes. */
function parse(text: JsonValue | undefined): { readonly input: unknown; readonly exact: boolean } {
  if (text === null || text === undefined) return { input: null, exact: true }
  const given = textOf(text)
  if (given.trim() === '') return { input: {}, exact: false }
  try {
    const input: unknown = JSON.parse(given)
    return { input, exact: JSON.stringify(input) === given }
  } catch {
    return { input: given, exact: false }
  }
}

function isSlot(value: unknown): boolean {
  return typeof value === 'string' || value === null
}

function fields(values: Fields): Record<string, JsonValue> | undefined {
  const kept = Object.entries(values).filter((entry): entry is [string, JsonValue] => (entry[1] ?? null) !== null)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}
