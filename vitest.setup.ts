import { configureGlobal, readConfigureGlobal } from 'fast-check'

// Generated cases are new ones at each run, so that those who work here find what is wrong. In CI they are the same ones
// each time: a change is judged by what it does, not by its luck. LAMELLA_SEED gives other ones there, or the same here.
const { CI, LAMELLA_SEED } = process.env
const seed = LAMELLA_SEED ?? (CI === undefined ? undefined : '20261122')
if (seed !== undefined) configureGlobal({ ...readConfigureGlobal(), seed: Number(seed) })
