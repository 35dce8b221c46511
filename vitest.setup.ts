import { configureGlobal, readConfigureGlobal } from 'fast-check'

// Generated cases differ in each local run, so that contributors find new problems. In CI they stay the same, so that a
// change is judged by its effect and not by luck. LAMELLA_SEED sets the seed, for other cases in CI or the same cases
// locally.
const { CI, LAMELLA_SEED } = process.env
const seed = LAMELLA_SEED ?? (CI === undefined ? undefined : '20261122')
if (seed !== undefined) configureGlobal({ ...readConfigureGlobal(), seed: Number(seed) })
