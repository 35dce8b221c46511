import type { Engine } from './engines.ts'

/** Milliseconds for which questions are asked before anything is timed, so that the code is compiled; at least 20 of them. */
const warmUp = 200

/** Milliseconds that timed passes take together, at least, so that the median of many counts. */
const enough = 400

/**
 * Milliseconds of CPU a question, the mean of all questions. Engines that take seconds for all of them run once; those that
 * do not run again, and the median of the runs counts.
 */
export function meanTime(engine: Engine, questions: readonly string[]): number {
  let start = performance.now()
  for (let i = 0; i < 20 || performance.now() - start < warmUp; i++) {
    engine.search(questions[i % questions.length] as string)
  }
  const passes: number[] = []
  start = performance.now()
  do {
    const before = process.cpuUsage()
    for (const question of questions) engine.search(question)
    const { user, system } = process.cpuUsage(before)
    passes.push((user + system) / 1_000 / questions.length)
  } while (performance.now() - start < enough)
  return passes.toSorted((a, b) => a - b)[passes.length >> 1] as number
}
