import type { FragmentContent, Message } from '@lamella/core'
import { contentKey, createBoundedMap } from '@lamella/core/plugin'

/** Gives contents their keys, and remembers which were written. */
export interface Contents {
  /** Returns the key of a content; adds its line to `lines` if it has none yet. */
  keyOf(content: FragmentContent, lines: string[]): string
}

/** Returns what is written of a value. */
export type Redact = <Value>(value: Value) => Value

/** The maximum number of texts whose keys are remembered. */
const most = 2_000

/**
 * @param redact Changes what is written; `undefined`: nothing is changed.
 * @param withTexts Whether contents are written, and not only their keys.
 */
export function createContents(withTexts: boolean, redact: Redact | undefined): Contents {
  // A fragment and its place in the request often have the same message: it is read once.
  const keys = new WeakMap<Message, { readonly key: string; readonly held: unknown }>()
  const texts = createBoundedMap<string, string>(most)
  const written = new Set<string>()

  const write = (key: string, content: FragmentContent, json: string | undefined, lines: string[]): string => {
    if (!withTexts || written.has(key)) return key
    written.add(key)
    const value = json === undefined || redact ? JSON.stringify(redact ? redact(content) : content, plainBytes) : json
    lines.push(`{"content":"${key}","value":${value}}`)
    return key
  }
  return {
    keyOf: (content, lines) => {
      if (typeof content === 'string') {
        const seen = texts.get(content)
        if (seen !== undefined) return seen
        const key = contentKey(content)
        texts.set(content, key)
        return write(key, content, undefined, lines)
      }
      const only = content.length === 1 ? content[0] : undefined
      const known = only && keys.get(only)
      // Parts may have been added to one that is not text: it is read again.
      if (known !== undefined && typeof known.held === 'string' && known.held === only?.content) return known.key
      const isPlain = content.every((message) => typeof message.content === 'string')
      const json = isPlain ? JSON.stringify(content) : JSON.stringify(content, plainBytes)
      const key = `m${contentKey(json)}`
      if (only) keys.set(only, { key, held: only.content })
      return write(key, content, json, lines)
    },
  }
}

/** For `JSON.stringify`: bytes as their number, and not as an object with a key for each of them. */
export function plainBytes(_: string, value: unknown): unknown {
  return value instanceof Uint8Array || value instanceof ArrayBuffer ? `[${value.byteLength} bytes]` : value
}

/** What a recording has besides sizes. */
export interface Recorded {
  readonly withTexts: boolean
  /** Changes texts before they are written. */
  readonly redact: Redact | undefined
  /** Whether reasons for ranks are written. */
  readonly explain: boolean
}

/** Lists that a build adds to. */
export type Mutable<Lists> = {
  -readonly [Key in keyof Lists]?: NonNullable<Lists[Key]> extends readonly (infer One)[] ? One[] : never
}
