import type { Message } from '@lamella/core'
import { summaryRange, updateMark } from '@lamella/core/plugin'
import { recent } from './recent-turns.ts'

/** What the recent turns of a conversation took, in tokens: what the next ones may take. */
interface Pace {
  /** The largest of them, without its question. */
  readonly turn: number
  /** The turn that is not finished, so far, without its question. */
  readonly open: number
  /** The largest answer with the results of its calls. */
  readonly step: number
  /** The largest question, with the updates that follow it. */
  readonly question: number
}

/** Measures the newest turns of the messages of a request. */
export function paceOf(messages: readonly Message[], count: (messages: readonly Message[]) => number): Pace {
  let [turn, open, step, question] = [0, 0, 0, 0]
  let [turns, inTurn, inStep, updates] = [0, 0, 0, 0]
  const endStep = (): void => {
    step = Math.max(step, inStep)
    inStep = 0
  }
  for (let index = messages.length - 1; index >= 0 && turns <= recent; index--) {
    const message = messages[index] as Message
    if (summaryRange(message)) break
    const tokens = count([message])
    if (message.role !== 'user') {
      inTurn += tokens
      inStep += tokens
      // Read backwards: the results of a call come before it.
      if (message.role === 'assistant') endStep()
      continue
    }
    endStep()
    if (updateMark(message)) {
      updates += tokens
      continue
    }
    if (turns++ === 0) open = inTurn
    turn = Math.max(turn, inTurn)
    question = Math.max(question, tokens + updates)
    inTurn = 0
    updates = 0
  }
  return { turn: Math.max(turn, inTurn), open, step, question }
}
