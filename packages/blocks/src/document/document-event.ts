import type { JsonValue } from '@lamella/core'

/** The changes of a document, reported after a commit or an import. */
export interface DocumentEvent {
  readonly label: string
  /** `import` for changes of other replicas. */
  readonly by: 'agent' | 'system' | 'import'
  /** The agent of the document, for its own changes. */
  readonly agent?: string
  readonly changes: readonly DocumentChange[]
}

/** One change. */
export interface DocumentChange {
  /** The section of a composite block, then the field of a map or the index and key of a list item. */
  readonly path: readonly (string | number)[]
  readonly change: ValueChange | TextChange | ListChange | CounterChange
}

/** A value that was set; `undefined` if it was removed. */
interface ValueChange {
  readonly type: 'value'
  readonly value: JsonValue | undefined
}

/** Edits of a text, in UTF-16 units from its start. */
interface TextChange {
  readonly type: 'text'
  readonly edits: readonly ({ readonly retain: number } | { readonly insert: string } | { readonly delete: number })[]
}

/** Edits of a list, in items from its start. Unreadable items are `null`. */
interface ListChange {
  readonly type: 'list'
  readonly edits: readonly (
    | { readonly retain: number }
    | { readonly insert: readonly JsonValue[] }
    | { readonly delete: number }
  )[]
}

/** The amount added to a counter. */
interface CounterChange {
  readonly type: 'counter'
  readonly by: number
}

/**
 * Receives the changes of a document. If a listener throws, the others still run; then the call that reported the change throws the
 * error, or a memory of blocks passes it to `onError`.
 */
export type DocumentListener = (event: DocumentEvent) => void

/** The part of a document that a listener observes. Default: the whole document. */
export interface ChangeTarget {
  readonly section?: string
  readonly field?: string
}
