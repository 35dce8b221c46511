import type { Message } from '@lamella/core'

/** The least that a request in the middle of a turn needs. */
export interface OpenExchange {
  /** Index of the question. */
  readonly question: number
  /** Index of the newest answer, whose calls the last messages are results of. The end if there is none. */
  readonly answer: number
}

/** Finds the question of the last turn and its newest answer. `undefined` without a question. */
export function openExchange(messages: readonly Message[]): OpenExchange | undefined {
  const question = messages.findLastIndex(({ role }) => role === 'user')
  if (question < 0) return undefined
  const answer = messages.findLastIndex(({ role }) => role === 'assistant')
  return { question, answer: answer > question ? answer : question + 1 }
}
