import { cutText, withoutData } from '@lamella/core/plugin'
import type { ContextMessageRole, MemoryChunk } from '../contract/chunk.ts'
import { checkChunk } from '../state/check-chunk.ts'
import { type Attributes, type AttributeValue, writeElement } from '../xml/element.ts'
import { contentText } from './content-text.ts'
import { type Kind, kindOf } from './kinds.ts'

/** Lengths in characters that long results are cut to before they are dropped, longest first. */
const shorterLengths: readonly number[] = [4_000, 800]

/** The share of a shortened text taken from its beginning; the end of a command's output matters too. */
const head = 0.7

/**
 * Returns a chunk in its tag, as the built-in renderers write it: attributes and text escaped, each line of the content
 * indented by two spaces.
 *
 * @throws LamellaError `CHUNK_INVALID`
 * @example
 * renderChunk({ id: 'c1', type: 'WORKING_FLOW', subType: 'THINKING', content: 'Is 3 < 4?', metadata: {} })
 * // <thinking id="c1" subtype="THINKING">
 * //   Is 3 &lt; 4?
 * // </thinking>
 */
export function renderChunk(chunk: MemoryChunk): string {
  checkChunk(chunk, 0)
  const kind = kindOfChunk(chunk)
  return writeElement(tagOf(chunk, kind), attributesOf(chunk, kind), contentText(chunk))
}

/** Returns shorter renderings of a chunk, longest first. Short chunks and chunks that must stay whole have none. */
export function renderShorter(chunk: MemoryChunk): readonly string[] {
  const kind = kindOfChunk(chunk)
  if (!kind.canBeCut) return []
  const whole = contentText(chunk)
  const text = withoutData(whole)
  return [...(text === whole ? [] : [text.length]), ...shorterLengths.filter((max) => text.length > max)].map((max) =>
    writeElement(tagOf(chunk, kind), attributesOf(chunk, kind), cutText(text, max, { head })),
  )
}

/** Returns the role of a chunk, as the built-in renderers assign it. */
export function roleOfChunk(chunk: MemoryChunk): ContextMessageRole {
  return (chunk.type === 'CUSTOM' ? chunk.metadata.role : undefined) ?? kindOfChunk(chunk).role
}

function kindOfChunk({ type, subType, metadata }: MemoryChunk): Kind {
  return kindOf(type, subType, metadata as Readonly<Record<string, unknown>>) as Kind
}

function tagOf(chunk: MemoryChunk, { tag }: Kind): string {
  return (chunk.type === 'CUSTOM' ? chunk.metadata.tag : undefined) ?? tag
}

function attributesOf(chunk: MemoryChunk, kind: Kind): Attributes {
  const metadata = chunk.metadata as Readonly<Record<string, unknown>>
  const own = kind.attributes.map(({ name, key, fallback }) => {
    const value = key === undefined ? undefined : (metadata[key] as AttributeValue | undefined)
    return [name, value ?? fallback(metadata)] as const
  })
  const custom = chunk.type === 'CUSTOM' ? Object.entries(chunk.metadata.attributes ?? {}) : []
  return [['id', chunk.id], ...own, ...custom]
}
