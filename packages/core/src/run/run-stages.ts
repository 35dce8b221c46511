import type { Stages } from '../builder/stages.ts'
import { contentFingerprint } from '../messages/fingerprint.ts'
import { openTurn } from './open-turn.ts'
import type { RunState, RunTurn } from '../contract/run.ts'

/** Returns the fingerprint of the question that a request is about, if there is one. */
export function questionOf({ question }: Pick<Stages, 'question'>): string | undefined {
  return question && contentFingerprint([question])
}

/** Returns what a run holds of the turn in whose middle a request is made. */
export function turnAt(stages: Pick<Stages, 'request' | 'question'>, run: RunState): RunTurn | undefined {
  return openTurn(run, { question: questionOf(stages), hasMessage: stages.request.message !== undefined })
}
