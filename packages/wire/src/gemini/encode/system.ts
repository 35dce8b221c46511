import type { SystemMessage } from '@lamella/core'
import { cleanText, joinTexts, lose } from '../../shared/ledger.ts'
import type { Turn } from '../../shared/turns.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { GeminiPart, GeminiSystem } from '../types.ts'
import { addContent } from './contents.ts'
import type { EncodeState } from './state.ts'

/** A system message with its place in the context. */
export interface PlacedSystem {
  readonly list: 'system' | 'messages'
  readonly index: number
  readonly message: SystemMessage
}

/** The system messages before the conversation: the layers, and those that the conversation begins with. */
export function placeSystem(system: readonly SystemMessage[], turns: readonly Turn[]): PlacedSystem[] {
  const placed: PlacedSystem[] = system.map((message, index) => ({ list: 'system', index, message }))
  for (const turn of turns) {
    if (turn.role !== 'system') break
    placed.push({ list: 'messages', index: turn.index, message: turn.message })
  }
  return placed
}

/** The system prompt as one part, or as a part a layer. Empty layers leave no separator behind. */
export function encodeSystem(
  state: EncodeState,
  system: readonly PlacedSystem[],
  form: 'joined' | 'per-layer',
  separator: string,
): GeminiSystem | undefined {
  const parts: GeminiPart[] = []
  const texts: string[] = []
  for (const placed of system) {
    moveTo(state, placed)
    const { content, providerOptions } = placed.message
    const fields = readFields(state, providerOptions, ['extra'])
    const text = cleanText(state, content)
    if (form === 'joined' && fields.extra !== undefined) {
      lose(state, 'provider-options', 'A joined system prompt has no place for the fields of one part.')
    }
    if (text === '') continue
    if (form === 'joined') texts.push(text)
    else parts.push(withExtra(state, { text }, fields))
  }
  if (texts.length > 0) parts.push({ text: joinTexts(state, texts, separator) })
  return parts.length > 0 ? { parts } : undefined
}

/** Writes a system message that has no place in the system prompt as what a user says. */
export function encodeSystemAsUser(state: EncodeState, placed: PlacedSystem): void {
  moveTo(state, placed)
  const { content, providerOptions } = placed.message
  const fields = readFields(state, providerOptions, ['extra'])
  const text = cleanText(state, content)
  if (text === '') return
  lose(state, 'system-role', "Gemini has instructions only before the conversation: sent as the user's.")
  addContent(state, state.contents, [withExtra(state, { text }, fields)], 'system')
}

function moveTo(state: EncodeState, { list, index }: PlacedSystem): void {
  state.list = list
  state.index = index
  state.part = -1
}
