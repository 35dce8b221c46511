import type { AssistantPart, JsonValue, ToolOutputContent, ToolPart, UserPart } from '@lamella/core'
import { withHoles, withoutKept, withValues } from './kept.ts'
import { type PlainItem, sameJson } from './plain-item.ts'
import type { Slot } from './read-content.ts'
import { type ReadItem, readItem } from './read-item.ts'

/** The parts of a message that come from one item. */
export type ItemParts = readonly (UserPart | AssistantPart | ToolPart)[]

/** Returns what to keep of an item: without the texts that its parts hold, if those are enough to restore it. */
export function itemToKeep(item: PlainItem, read: ReadItem): PlainItem {
  const holed = withHoles(item, read.slots)
  return sameJson(restoreItem(holed, partsOf(read)), item) ? holed : item
}

/** Returns the item as it was; `undefined` if its parts have changed since in a way that it has no place for. */
export function restoreItem(kept: PlainItem, parts: ItemParts): PlainItem | undefined {
  const values: [Slot['path'], JsonValue][] = []
  for (const slot of readItem(kept, 0).slots) {
    if (at(kept, slot.path) !== null) continue
    const value = heldBy(parts, slot)
    if (value === undefined) return undefined
    values.push([slot.path, value])
  }
  const item = withValues(kept, values)
  const now = partsOf(readItem(item, 0))
  return now.length === parts.length && now.every((part, index) => isSame(part, parts[index])) ? item : undefined
}

/** Returns the parts of an item, a text as one part. */
export function partsOf(read: ReadItem): ItemParts {
  if (read.role === 'system') return [{ type: 'text', text: read.text }]
  if (read.role !== 'user') return read.parts
  return typeof read.content === 'string' ? [{ type: 'text', text: read.content }] : read.content
}

function isSame(one: object, other: ItemParts[number] | undefined): boolean {
  if (other === undefined) return false
  const plain = withoutMarks(other)
  // A hosted item without an id gets the number of its place.
  const isHosted = other.type === 'tool-call' && other.providerExecuted === true
  return sameJson(isHosted ? { ...one, toolCallId: other.toolCallId } : one, plain)
}

function withoutMarks(part: ItemParts[number]): object {
  if (!('providerOptions' in part)) return part
  const { providerOptions, ...rest } = part
  const { lamella: _, ...others } = withoutKept(providerOptions) ?? {}
  return Object.keys(others).length > 0 ? { ...rest, providerOptions: others } : rest
}

function at(item: unknown, path: Slot['path']): unknown {
  return path.reduce((held: unknown, key) => (held as Readonly<Record<string | number, unknown>> | null)?.[key], item)
}

function heldBy(parts: ItemParts, { part: index, field }: Slot): JsonValue | undefined {
  const [first] = parts
  if (first?.type === 'tool-result') {
    const { output } = first
    if (output.type === 'text') return output.value
    return output.type === 'content' ? pieceText(output.value[index]) : undefined
  }
  const part = parts[index]
  if (part === undefined) return undefined
  if (field !== undefined) return 'providerOptions' in part ? part.providerOptions?.['openai']?.[field] : undefined
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'image':
      return typeof part.image === 'string' ? part.image : undefined
    case 'file':
      return typeof part.data === 'string' ? part.data : undefined
    case 'tool-call':
      return JSON.stringify(part.input)
    default:
      return undefined
  }
}

function pieceText(piece: ToolOutputContent | undefined): string | undefined {
  switch (piece?.type) {
    case 'text':
      return piece.text
    case 'image-data':
    case 'file-data':
      return `data:${piece.mediaType};base64,${piece.data}`
    case 'image-url':
    case 'file-url':
      return piece.url
    default:
      return undefined
  }
}
