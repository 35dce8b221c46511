import type { FragmentContent } from '@lamella/core'
import { contentKey, createBoundedMap } from '@lamella/core/plugin'
import type { RecordedContent } from '../contract/recording.ts'

/** Gives contents their keys, and remembers which were written. */
export interface Contents {
  /** Returns the key of a content; adds its line to `lines` if it has none yet. */
  keyOf(content: FragmentContent, lines: RecordedContent[]): string
  /** Begins again: after a new header, every content is written again. */
  forget(): void
}

/** Returns what is written of a value. */
export type Redact = <Value>(value: Value) => Value

/** The maximum number of texts whose keys are remembered. */
const most = 2_000

/** @param redact `undefined`: contents are not written, only their keys. */
export function createContents(redact: Redact | undefined): Contents {
  // Layers return the same objects from build to build where nothing changed: those are not read again.
  let keys = new WeakMap<object, string>()
  let written = new Set<string>()
  const texts = createBoundedMap<string, string>(most)

  const keyFor = (content: FragmentContent): string => {
    if (typeof content === 'string') {
      // Looking up a string that the engine has hashed before costs less than hashing it here.
      const seen = texts.get(content)
      if (seen !== undefined) return seen
      const key = contentKey(content)
      texts.set(content, key)
      return key
    }
    const known = keys.get(content)
    if (known !== undefined) return known
    const key = `m${contentKey(JSON.stringify(content, plainBytes))}`
    keys.set(content, key)
    return key
  }
  return {
    keyOf: (content, lines) => {
      const key = keyFor(content)
      if (redact && !written.has(key)) {
        written.add(key)
        lines.push({ content: key, value: redact(content) })
      }
      return key
    },
    forget: () => {
      keys = new WeakMap()
      written = new Set()
    },
  }
}

/** For `JSON.stringify`: bytes as their number, and not as an object with a key for each of them. */
export function plainBytes(_: string, value: unknown): unknown {
  return value instanceof Uint8Array || value instanceof ArrayBuffer ? `[${value.byteLength} bytes]` : value
}
