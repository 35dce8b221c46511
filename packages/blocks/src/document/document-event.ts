import type { JsonValue } from '@lamella/core'

/** What has changed in a document, and by whom: told after a commit or an import. */
export interface DocumentEvent {
  readonly label: string
  /** `import`: other replicas. */
  readonly by: 'agent' | 'system' | 'import'
  /** The agent of the document, where it was it. */
  readonly agent?: string
  readonly changes: readonly DocumentChange[]
}

/** One change. */
export interface DocumentChange {
  /** The section (of a composite block), then the field (of a map) or the index (inside of an item of a list). */
  readonly path: readonly (string | number)[]
  readonly change: ValueChange | TextChange | ListChange | CounterChange
}

/** A value that was set; `undefined`: removed. */
interface ValueChange {
  readonly type: 'value'
  readonly value: JsonValue | undefined
}

/** Edits of a text, in UTF-16 units from its beginning. */
export interface TextChange {
  readonly type: 'text'
  readonly edits: readonly ({ readonly retain: number } | { readonly insert: string } | { readonly delete: number })[]
}

/** Edits of a list, in items from its beginning. Items that are no values are `null`. */
export interface ListChange {
  readonly type: 'list'
  readonly edits: readonly (
    | { readonly retain: number }
    | { readonly insert: readonly JsonValue[] }
    | { readonly delete: number }
  )[]
}

/** What was added to a counter. */
interface CounterChange {
  readonly type: 'counter'
  readonly by: number
}

/** Is told of changes. One that throws keeps nobody else from being told: its error comes out of the call that told it. */
export type DocumentListener = (event: DocumentEvent) => void

/** What a listener wants to be told of. */
export interface ChangeTarget {
  readonly section?: string
  readonly field?: string
}
