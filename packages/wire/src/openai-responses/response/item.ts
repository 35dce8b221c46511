import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { type Fields, inOrder, setFields, textIn } from '../../shared/response/fields.ts'
import { type TornPart, tornCall } from '../../shared/response/response.ts'

/** Lists of parts of an item: texts of messages and reasoning, summaries of reasoning. */
export type PartList = 'content' | 'summary'

/** An item of the output while it arrives. */
export interface Item {
  readonly isDone: boolean
  readonly type: string
  /** Its own fields, without the parts that arrive on their own. */
  readonly own: Fields
  /** Returns a part to write into; creates it if the server did not announce it. */
  part(list: PartList, index: number, type: string): Fields
  setPart(list: PartList, index: number, part: UnknownRecord): void
  /** Replaces everything with the finished item. */
  finish(item: UnknownRecord): void
  fields(): UnknownRecord
  /** Returns the item if it is valid history: finished, or a message as far as its text came. */
  kept(): UnknownRecord | undefined
  torn(): TornPart
}

export function createItem(start: UnknownRecord): Item {
  let whole: UnknownRecord | undefined
  const own: Fields = {}
  setFields(own, start, ['content', 'summary'])
  const parts: Record<PartList, Map<number, Fields>> = { content: new Map(), summary: new Map() }
  const setPart = (list: PartList, index: number, part: UnknownRecord): void => {
    const copy: Fields = {}
    setFields(copy, part)
    parts[list].set(index, copy)
  }
  for (const list of ['content', 'summary'] as const) {
    const given = start[list]
    for (const [index, part] of (Array.isArray(given) ? given : []).entries())
      if (isRecord(part)) setPart(list, index, part)
  }
  const type = itemType(start)
  own['type'] = type
  const fields = (): UnknownRecord => {
    if (whole !== undefined) return whole
    const hasContent = type === 'message' || parts.content.size > 0
    return {
      ...own,
      ...(type === 'reasoning' && { summary: inOrder(parts.summary) }),
      ...(hasContent && { content: inOrder(parts.content) }),
    }
  }
  return {
    get isDone() {
      return whole !== undefined
    },
    type,
    own,
    part(list, index, partType) {
      const known = parts[list].get(index)
      if (known !== undefined) return known
      const part: Fields = { type: partType }
      parts[list].set(index, part)
      return part
    },
    setPart,
    finish(item) {
      whole = fuller(item, fields())
    },
    fields,
    kept() {
      if (whole !== undefined) return whole
      if (type !== 'message') return undefined
      // The API has not stored it, so its id and status mean nothing.
      const { id: _, status: __, ...rest } = own
      const said = inOrder(parts.content).filter(
        (part) => textIn(part, 'text') !== '' || textIn(part, 'refusal') !== '',
      )
      return said.length === 0 ? undefined : { ...rest, content: said }
    },
    torn() {
      const texts = [...inOrder(parts.summary), ...inOrder(parts.content)].map((part) => textIn(part, 'text'))
      if (type === 'reasoning') return { type: 'reasoning', text: texts.join('\n') }
      const text = [own['arguments'], own['input'], own['code']].find((value) => typeof value === 'string') ?? ''
      const name = textIn(own, 'name') || (type === 'function_call' ? '' : type)
      return tornCall(textIn(own, 'call_id') || textIn(own, 'id'), name, text)
    },
  }
}

/** Returns the type of an item; if a server leaves it out, that of its fields. */
export function itemType(item: UnknownRecord): string {
  const type = textIn(item, 'type')
  if (type !== '') return type
  if ('arguments' in item && 'name' in item) return 'function_call'
  return 'content' in item ? 'message' : ''
}

/** Returns an item with the fields that it lacks and that its pieces had: some servers end an item, or all, without them. */
export function fuller(item: UnknownRecord, before: UnknownRecord): UnknownRecord {
  const lacks = (name: string): boolean => isEmpty(item[name]) && !isEmpty(before[name])
  const missing = Object.keys(before).filter((name) => name !== 'status' && lacks(name))
  return missing.length === 0 ? item : { ...item, ...Object.fromEntries(missing.map((name) => [name, before[name]])) }
}

/** Whether a value says nothing: for parts, all of their texts. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return (
    Array.isArray(value) &&
    value.every((part) => isRecord(part) && textIn(part, 'text') === '' && part['type'] !== 'refusal')
  )
}
