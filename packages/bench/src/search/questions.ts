import { cpuTime, median } from '../measure.ts'
import type { Engine } from './engines.ts'

/** How many milliseconds questions run before anything is timed, so that the code is compiled; at least 20 questions. */
const warmUp = 200

/** The minimum total of the timed passes in milliseconds, so that a median can be taken. */
const enough = 400

/**
 * Returns the milliseconds of CPU per question, as the mean of all questions. Engines that take seconds for all
 * questions run once; the others run again, and the median of the runs counts.
 */
export function meanTime(engine: Engine, questions: readonly string[]): number {
  let start = performance.now()
  for (let i = 0; i < 20 || performance.now() - start < warmUp; i++) {
    engine.search(questions[i % questions.length] as string)
  }
  const passes: number[] = []
  start = performance.now()
  do {
    const before = cpuTime()
    for (const question of questions) engine.search(question)
    passes.push((cpuTime() - before) / questions.length)
  } while (performance.now() - start < enough)
  return median(passes)
}
