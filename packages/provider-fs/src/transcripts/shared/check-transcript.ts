import { type Check, checkOptions, isObject } from '@lamella/core/plugin'
import type { Transcript } from '../contract/transcript.ts'

const lists = [
  'path',
  'window',
  'requests',
  'compactions',
  'exact',
  'notes',
  'branches',
  'subagents',
] satisfies (keyof Transcript)[]

const mustBeTranscript: Check = (value) =>
  isObject(value) && lists.every((key) => Array.isArray(value[key]))
    ? undefined
    : 'must be a transcript that readTranscripts() returned'

/**
 * Checks a transcript that a function got.
 *
 * @param what The function, as its caller writes it.
 * @throws LamellaError `OPTION_INVALID`
 */
export function checkTranscript(what: string, transcript: Transcript): Transcript {
  checkOptions(what, { transcript }, { transcript: mustBeTranscript }, ['transcript'])
  return transcript
}
