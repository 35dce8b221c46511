import type { JsonValue } from '@lamella/core'
import { at, type Ledger, lose, mend } from '../../shared/ledger.ts'
import type { AnthropicCacheControl, AnthropicTextBlock } from '../block-types.ts'

/** A block on its way into the request. It is the encoder's own object, so that a cache mark can be put on it later. */
export interface DraftBlock {
  readonly type: string
  cache_control?: AnthropicCacheControl
}

/** A message of the request on its way: what the API sees as one turn of a role is joined to it. */
export interface Draft {
  role: 'user' | 'assistant' | 'system'
  content: string | DraftBlock[]
  /** The last message in it, as an index in `context.messages`. */
  index: number
  /** Whether it holds results of tools and nothing behind them yet. */
  resultsOnly: boolean
  /** Whether it was a system message, which is joined to others without a word. */
  wasSystem: boolean
  /** Fields beside role and content. */
  extra: { readonly [field: string]: JsonValue } | undefined
}

/** The messages so far, and whether messages of one role become one. */
export interface Drafts {
  readonly drafts: Draft[]
  readonly merge: boolean
}

/** What a message is made of. */
export interface DraftMessage {
  readonly role: Draft['role']
  readonly content: string | DraftBlock[]
  readonly extra?: Draft['extra']
  readonly wasSystem?: boolean
}

/** Adds a message at the place where the encoder stands. The user's words behind results of tools are one turn with them. */
export function addMessage(state: Ledger<Drafts>, { role, content, extra, wasSystem = false }: DraftMessage): void {
  const { drafts } = state.run
  const last = drafts.at(-1)
  const draft = { role, content, index: state.index, resultsOnly: false, wasSystem, extra }
  if (last === undefined || !isJoined(state.run, last, draft)) drafts.push(draft)
  else joinDraft(state, last, draft)
}

/** Adds the results of the assistant message before. */
export function addResults({ run, index }: Ledger<Drafts>, blocks: DraftBlock[]): void {
  run.drafts.push({ role: 'user', content: blocks, index, resultsOnly: true, wasSystem: false, extra: undefined })
}

/** Whether a message becomes a part of the one before it. */
export function isJoined({ merge }: Pick<Drafts, 'merge'>, before: Draft, draft: Draft): boolean {
  return before.role === draft.role && draft.role !== 'system' && (merge || before.resultsOnly)
}

/** Joins a message to the one before it. */
export function joinDraft(ledger: Ledger, before: Draft, draft: Draft): void {
  const state = at(ledger, 'messages', draft.index)
  if (!before.resultsOnly && !before.wasSystem && !draft.wasSystem) {
    mend(state, 'merged', `Joined to the ${draft.role} message before it.`)
  }
  if (draft.extra !== undefined) {
    lose(state, 'provider-options', 'A message that is joined to another one has no place for fields of its own.')
  }
  const blocks = blocksOf(before)
  for (const block of blocksOf(draft)) blocks.push(block)
  before.index = draft.index
  before.resultsOnly = before.resultsOnly && draft.resultsOnly
  before.wasSystem = before.wasSystem && draft.wasSystem
}

/** The content as a list of blocks, which it stays from then on. */
export function blocksOf(draft: Draft): DraftBlock[] {
  if (typeof draft.content === 'string') draft.content = [textBlock(draft.content)]
  return draft.content
}

/** A text as a block. */
export function textBlock(text: string): AnthropicTextBlock {
  return { type: 'text', text }
}
