// What most requests do not need, in one module that is imported when one does: each module of this kind costs a bundler a
// chunk of what it shares with the rest.
export { factDigest } from '@lamella/compaction/digest'
export { findPins } from './pins/find-pins.ts'
