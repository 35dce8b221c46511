import type { Turn } from '../../shared/turns.ts'
import { encodeAssistant } from './assistant.ts'
import type { EncodeState } from './state.ts'
import { encodeSystemAsUser } from './system.ts'
import { encodeUser } from './user.ts'

/** Writes turns as contents, behind those that are there. */
export function encodeTurns(state: EncodeState, turns: readonly Turn[]): void {
  for (const turn of turns) {
    state.list = 'messages'
    state.index = turn.index
    state.part = -1
    if (turn.role === 'assistant') encodeAssistant(state, turn)
    else if (turn.role === 'user') encodeUser(state, turn.message)
    else encodeSystemAsUser(state, { list: 'messages', index: turn.index, message: turn.message })
  }
}
