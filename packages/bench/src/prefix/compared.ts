import { lamella } from './ours.ts'
import { langchain, pruned, sliding } from './peers.ts'
import { run } from './runs.ts'
import type { Strategy } from './strategies.ts'

export const own = 'Lamella, a run'
const arranged = "Lamella, `arrange: 'cache'`"
export const slides = 'sliding window'

/** The strategies that are compared, by the names that the tables show. */
export const compared: Readonly<Record<string, Strategy>> = {
  [slides]: sliding('in the system prompt'),
  '`pruneMessages` of `ai`, sliding': pruned('in the system prompt'),
  '`trimMessages` of `@langchain/core`': langchain('in the system prompt'),
  "Lamella, `arrange: 'classic'`": lamella('classic'),
  [`${slides}, changing text last`]: sliding('last'),
  '`pruneMessages`, sliding, changing text last': pruned('last'),
  '`trimMessages` of `@langchain/core`, changing text last': langchain('last'),
  [arranged]: lamella('cache'),
  [own]: run,
}
