import { configureGlobal, readConfigureGlobal } from 'fast-check'

// Generated cases are the same in each run, so that a change is judged by its effect and not by luck. LAMELLA_SEED sets
// another seed; `LAMELLA_SEED=random` draws one for each property, and a failure prints it. `.ci/nightly` takes the date.
const seed = process.env['LAMELLA_SEED'] || '20261122'
if (seed !== 'random') {
  if (!Number.isSafeInteger(Number(seed))) throw new Error(`LAMELLA_SEED is '${seed}'. Set an integer, or 'random'.`)
  configureGlobal({ ...readConfigureGlobal(), seed: Number(seed) })
}
