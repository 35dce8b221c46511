import type { JsonValue } from '@lamella/core'
import { at, type Ledger, lose, mend } from '../../shared/ledger.ts'
import type { AnthropicCacheControl, AnthropicTextBlock } from '../block-types.ts'

/** A block of an unfinished request. It belongs to the encoder, so that a cache mark can be added later. */
export interface DraftBlock {
  readonly type: string
  cache_control?: AnthropicCacheControl
}

/** A message of an unfinished request: everything that the API treats as one turn of a role is merged into it. */
export interface Draft {
  role: 'user' | 'assistant' | 'system'
  content: string | DraftBlock[]
  /** The last message merged into it, as an index in `context.messages`. */
  index: number
  /** Whether it contains tool results and nothing after them yet. */
  resultsOnly: boolean
  /** Whether it was a system message, whose merging is not reported. */
  wasSystem: boolean
  /** Whether it is the owner's update of a run, which keeps its role: what was sent must not change. */
  isUpdate: boolean
  /** Fields in addition to role and content. */
  extra: { readonly [field: string]: JsonValue } | undefined
}

/** The messages so far, and whether messages of the same role are merged. */
export interface Drafts {
  readonly drafts: Draft[]
  readonly merge: boolean
}

/** The parts of a message. */
export interface DraftMessage {
  readonly role: Draft['role']
  readonly content: string | DraftBlock[]
  readonly extra?: Draft['extra']
  readonly wasSystem?: boolean
  readonly isUpdate?: boolean
}

/** Adds a message at the encoder's current position. User content after tool results joins their turn. */
export function addMessage(state: Ledger<Drafts>, message: DraftMessage): void {
  const { role, content, extra, wasSystem = false, isUpdate = false } = message
  const { drafts } = state.run
  const last = drafts.at(-1)
  const draft = { role, content, index: state.index, resultsOnly: false, wasSystem, isUpdate, extra }
  if (last === undefined || !isJoined(state.run, last, draft)) drafts.push(draft)
  else joinDraft(state, last, draft)
}

export function addResults({ run, index }: Ledger<Drafts>, blocks: DraftBlock[]): void {
  run.drafts.push({ ...newDraft('user', blocks, index), resultsOnly: true })
}

/** Returns a message without fields of its own, for content that the encoder adds. */
export function newDraft(role: Draft['role'], content: Draft['content'], index: number): Draft {
  return { role, content, index, resultsOnly: false, wasSystem: false, isUpdate: false, extra: undefined }
}

export function isJoined({ merge }: Pick<Drafts, 'merge'>, before: Draft, draft: Draft): boolean {
  return before.role === draft.role && draft.role !== 'system' && (merge || before.resultsOnly)
}

export function joinDraft(ledger: Ledger, before: Draft, draft: Draft): void {
  const state = at(ledger, 'messages', draft.index)
  if (!before.resultsOnly && !before.wasSystem && !draft.wasSystem) {
    mend(state, 'merged', `Merged into the ${draft.role} message before it.`)
  }
  if (draft.extra !== undefined) {
    lose(state, 'provider-options', 'A message that is merged into another one cannot have its own fields.')
  }
  const blocks = blocksOf(before)
  for (const block of blocksOf(draft)) blocks.push(block)
  before.index = draft.index
  before.resultsOnly = before.resultsOnly && draft.resultsOnly
  before.wasSystem = before.wasSystem && draft.wasSystem
}

/** Converts the content to a list of blocks, permanently. */
export function blocksOf(draft: Draft): DraftBlock[] {
  if (typeof draft.content === 'string') draft.content = [textBlock(draft.content)]
  return draft.content
}

export function textBlock(text: string): AnthropicTextBlock {
  return { type: 'text', text }
}
