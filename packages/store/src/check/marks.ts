import type { AssistantPart, Message } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'

/** The key of `providerOptions` that is reserved for this library. */
const own = 'lamella'

/** Begins the keys under which adapters keep what they have read of their host. */
const ofAdapters = `${own}:`

/**
 * The key of `providerOptions` beside a text that replaces a content of a blob store: a head. The store that wrote the head sets
 * it, and it proves itself: `@lamella/offload` checks its tag wherever it acts on it. A text alone never makes a head.
 */
export const asideMark = 'lamella:aside'

type Fields = Record<string, unknown>

const [fields, fieldsOfContent] = [
  ['content', 'output'],
  ['content', 'output', 'value'],
] as const

/** Returns the names of the fields of a message, part or output that hold what can have provider options. */
function fieldsOf({ type }: Readonly<Fields>): readonly string[] {
  return type === 'content' ? fieldsOfContent : fields
}

/**
 * Returns the path of a mark that only this library sets, such as `providerOptions.lamella.summary`; `undefined` if
 * there is none. Everything under the key is reserved.
 */
export function reservedMark(message: Message): string | undefined {
  return markIn(message as unknown as Fields)
}

/** Looks at a message, its parts, tool outputs, and their pieces: these can have provider options. */
function markIn(holder: Readonly<Fields>): string | undefined {
  const { providerOptions } = holder
  const marks = isObject(providerOptions) ? providerOptions[own] : undefined
  if (marks !== undefined) {
    const [mark] = isObject(marks) ? Object.keys(marks) : [undefined]
    return `providerOptions.${own}${mark === undefined ? '' : `.${mark}`}`
  }
  for (const name of fieldsOf(holder)) {
    const held = holder[name]
    if (Array.isArray(held)) {
      for (let index = 0; index < held.length; index++) {
        const found = isObject(held[index]) ? markIn(held[index]) : undefined
        if (found !== undefined) return `${name}[${index}].${found}`
      }
    } else if (isObject(held)) {
      const found = markIn(held)
      if (found !== undefined) return `${name}.${found}`
    }
  }
  return undefined
}

/**
 * Returns the message without marks that only this library sets; the same object if it has none. For messages from
 * outside this process, whose marks cannot be trusted.
 */
export function withoutReservedMarks<Kind extends Message>(message: Kind): Kind {
  return reservedMark(message) === undefined ? message : (withoutMarks(message, isOwn) as Kind)
}

/** Returns a message as a host sends it: without what only this library or a store reads. */
export function withoutOwnMarks<Kind extends Message>(message: Kind): Kind {
  return withoutMarks(message, (key) => isOwn(key) || key === asideMark) as Kind
}

/**
 * Returns the message without marks that only this library or an adapter sets. For messages from outside: whoever can send
 * them as JSON could write such a mark.
 *
 * @param kept The key of the adapter that made the message, whose marks stay. Default: none.
 */
export function withoutMarksFromOutside<Kind extends Message>(message: Kind, kept?: string): Kind {
  const isMark = (key: string): boolean => isOwn(key) || (key.startsWith(ofAdapters) && key !== kept)
  return withoutMarks(message, isMark) as Kind
}

function isOwn(key: string): boolean {
  return key === own
}

/**
 * Copies only what can hold marks, where it holds any: a structured clone would lose a URL in Node 20, and throw in Node 22.
 */
function withoutMarks(held: unknown, isMark: (key: string) => boolean): unknown {
  if (Array.isArray(held)) {
    const list = held.map((one) => withoutMarks(one, isMark))
    return list.every((one, index) => one === held[index]) ? held : list
  }
  if (!isObject(held)) return held
  const copy: Fields = { ...held }
  const { providerOptions } = held
  if (isObject(providerOptions) && Object.keys(providerOptions).some(isMark)) {
    const others = Object.entries(providerOptions).filter(([key]) => !isMark(key))
    if (others.length > 0) copy['providerOptions'] = Object.fromEntries(others)
    else delete copy['providerOptions']
  }
  for (const name of fieldsOf(held)) if (Object.hasOwn(held, name)) copy[name] = withoutMarks(held[name], isMark)
  const isSame = Object.keys(held).every((key) => copy[key] === held[key])
  return isSame ? held : copy
}

/** Marks thinking that was made in another context. Encoders leave it out where the model would reject it. */
export function withStaleThinking(message: Message): Message {
  return withThinkingMark(message, true)
}

/** Marks thinking of a model whose thinking the present one does not read. Encoders leave it out. */
export function withForeignThinking(message: Message): Message {
  return withThinkingMark(message, 'model')
}

function withThinkingMark(message: Message, stale: true | 'model'): Message {
  if (!hasThinking(message)) return message
  const content = (message.content as readonly AssistantPart[]).map((part) => {
    if (part.type !== 'reasoning') return part
    const { lamella, ...others } = part.providerOptions ?? {}
    return { ...part, providerOptions: { ...others, lamella: { ...lamella, stale } } }
  })
  return { ...message, content } as Message
}

/** Whether a message has thinking of the model. */
function hasThinking({ role, content }: Message): boolean {
  return role === 'assistant' && Array.isArray(content) && content.some((part) => part.type === 'reasoning')
}
