import type { Stages } from '@lamella/core/plugin'
import { contentFingerprint } from '@lamella/core/plugin'
import type { RunState, RunTurn } from '../contract/run.ts'
import { openTurn } from './open-turn.ts'

/** Returns the fingerprint of the question that a request is about, if there is one. */
export function questionOf({ question }: Pick<Stages, 'question'>): string | undefined {
  return question && contentFingerprint([question])
}

/** Returns what a run holds of the turn in whose middle a request is made. */
export function turnAt(stages: Pick<Stages, 'request' | 'question'>, run: RunState): RunTurn | undefined {
  return openTurn(run, { question: questionOf(stages), hasMessage: stages.request.message !== undefined })
}
