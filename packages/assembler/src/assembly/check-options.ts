import { mustBeStrategies } from '@lamella/compaction'
import {
  type Check,
  type Checks,
  checkOptions,
  isObject,
  mustBeBoolean,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeOneOf,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
  mustObserve,
} from '@lamella/core/plugin'
import { mustBeShare } from '../compaction/compaction-detector.ts'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { CheckCompactionOptions, CompactOptions } from '../contract/compaction.ts'
import type { CacheSettings, CompactionSettings, ContextAssemblerConfig } from '../contract/config.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { optionInvalid } from '../errors.ts'
import { datetimeText } from '../prompt/format-datetime.ts'
import { isSessionStore } from './conversation.ts'
import { sectionsProblem } from './sections-problem.ts'

/** Checked by the component that uses it. */
const byComponent: Check = () => undefined
const mustBeList: Check = (value) =>
  Array.isArray(value) && value.every(isObject) ? undefined : 'must be a list of objects'
const mustBeDate: Check = (value) =>
  value instanceof Date && Number.isFinite(value.getTime()) ? undefined : 'must be a valid Date'
/** The core checks everything else about a message. */
const mustBeMessage: Check = (value) =>
  typeof value === 'string' || Array.isArray(value) || isObject(value)
    ? undefined
    : 'must be a string, a list of parts, or a user message'
const mustBeFraming: Check = (value) =>
  isObject(value) && framingCounts.every((key) => Number.isFinite(value[key]) && (value[key] as number) >= 0)
    ? undefined
    : `must be an object with ${framingCounts.join(', ')}, each 0 or more`
const framingCounts = ['request', 'message', 'toolCall', 'toolResult', 'tool', 'image'] as const
/** An empty path would be the current working directory. */
export const mustBePath: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be the path of a folder'
const mustBeId: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be a non-empty string'
const mustBeModels: Check = (value) => mustHaveMethod('findModel')(value) ?? mustHaveMethod('getModel')(value)
const mustBeTime: Check = (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeNumber(0)(value))

export const compactionChecks: Checks<CompactionSettings> = {
  threshold: mustBeShare,
  messageThreshold: mustBeWhole(0),
  toolThreshold: mustBeWhole(0),
  keepRecent: mustBeWhole(0),
  timeout: mustBeNumber(1),
  mode: mustBeOneOf(['asked', 'background']),
  onEnd: mustBeFunction,
}

export const cacheChecks: Checks<CacheSettings> = {
  ttl: mustBeTime,
  fileTtl: mustBeNumber(0),
  maxEntries: mustBeWhole(0),
}

export const configChecks: Checks<ContextAssemblerConfig> = {
  workspace: mustBePath,
  ranker: mustBeObject,
  model: byComponent,
  temperature: byComponent,
  maxOutputTokens: byComponent,
  models: mustBeModels,
  tokenizer: mustHaveMethod('count'),
  counts: mustHaveMethod('countsOf'),
  framing: mustBeFraming,
  truncationStrategy: mustBeOneOf(['simple', 'smart', 'sliding']),
  reserve: mustBeWhole(0),
  arrange: mustBeOneOf(['run', 'classic', 'cache']),
  compaction: mustBeObject,
  includeDatetime: mustBeBoolean,
  datetimeFormat: mustBeText,
  datetimeTimezone: mustBeText,
  sectionSeparator: mustBeText,
  sections: sectionsProblem,
  cache: (value) => (value === false || isObject(value) ? undefined : 'must be false or an object'),
  observe: mustObserve,
  generateToolsSummary: mustBeBoolean,
  includeExamplesInPrompt: mustBeBoolean,
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkConfig(config: ContextAssemblerConfig): ContextAssemblerConfig {
  const checked = checkOptions('createContextAssembler', config, configChecks)
  const { compaction = {}, cache = {} } = checked
  checkOptions('createContextAssembler', compaction, compactionChecks)
  if (cache !== false) checkOptions('createContextAssembler', cache, cacheChecks)
  const { includeDatetime = true, datetimeFormat: format, datetimeTimezone: timezone } = checked
  // An unknown time zone fails here rather than at the first request.
  if (includeDatetime) datetimeText(new Date(0), { ...(format && { format }), ...(timezone && { timezone }) })
  return checked
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkDependencies(dependencies: AssemblerDependencies): AssemblerDependencies {
  checkOptions<Partial<Record<keyof AssemblerDependencies, unknown>>>(
    'createContextAssembler',
    dependencies,
    {
      sessionStore: (value) =>
        isObject(value) && (typeof value['getMessages'] === 'function' || isSessionStore(value))
          ? undefined
          : 'must be a session store, or an object with a method getMessages',
      toolExecutor: (value) =>
        mustHaveMethod('list')(value) && mustHaveMethod('getForModel')(value) && 'must be an object with a method list',
      contextTools: (value) =>
        isObject(value) && Array.isArray(value['definitions']) ? undefined : 'must be the result of contextTools()',
      skillProvider: mustHaveMethod('getActiveSkills'),
      getAgentMetadata: mustBeFunction,
      getSessionMetadata: mustBeFunction,
      summarize: mustBeFunction,
      compaction: mustBeStrategies,
      now: mustBeFunction,
      scope: (value) => (typeof value === 'function' ? undefined : mustBeObject(value)),
      layers: mustBeList,
      layersVersion: mustBeFunction,
    },
    ['sessionStore'],
  )
  const { sessionStore, layers, scope } = dependencies
  if (scope === undefined && (isSessionStore(sessionStore) || layers !== undefined)) {
    const fix = "Pass scope: { tenant: 'acme' }, or a function (sessionId, agentId) => scope."
    const problem = 'is missing, so the owner of the sessions is unknown'
    throw optionInvalid('createContextAssembler', 'scope', problem, fix)
  }
  return dependencies
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkCompactOptions(options: CompactOptions): CompactOptions {
  return checkOptions<CompactOptions>('compact', options, {
    summarize: mustBeFunction,
    compaction: mustBeStrategies,
    agent: mustBeId,
    scope: mustBeObject,
    window: mustBeWhole(1),
    signal: mustHaveMethod('addEventListener'),
    now: mustBeDate,
  })
}

export const assembleChecks: Checks<AssembleOptions> = {
  model: byComponent,
  temperature: byComponent,
  maxOutputTokens: byComponent,
  topP: byComponent,
  topK: byComponent,
  thinkingLevel: byComponent,
  thinkingBudget: byComponent,
  stopSequences: byComponent,
  message: mustBeMessage,
  additionalSystemPrompt: mustBeText,
  additionalTools: mustBeList,
  disabledTools: mustBeTexts,
  window: mustBeWhole(1),
  reserve: mustBeWhole(0),
  skipSkills: mustBeBoolean,
  skillFilter: mustBeTexts,
  sandboxMode: mustBeBoolean,
  permissions: mustBeTexts,
  scope: mustBeObject,
  now: mustBeDate,
  refused: mustBeObject,
  settings: byComponent,
  countTokens: mustBeFunction,
  signal: mustHaveMethod('addEventListener'),
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkAssembleOptions(options: AssembleOptions): AssembleOptions {
  return checkOptions('assemble', options, assembleChecks)
}

/** The only option that is specific to `checkCompaction`; the rest are checked as for `assemble`. */
export interface CheckedCompaction {
  readonly agent: string | undefined
  readonly explicit: boolean
  readonly options: AssembleOptions
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkCompactionOptions(given: CheckCompactionOptions): CheckedCompaction {
  checkOptions('checkCompaction', { options: given }, { options: mustBeObject })
  const { agent, explicit, ...options } = given
  checkOptions('checkCompaction', { agent, explicit }, { agent: mustBeId, explicit: mustBeBoolean })
  return { agent, explicit: explicit ?? false, options }
}

/** Checks the ids of a call. @throws LamellaError `OPTION_INVALID` */
export function checkIds(what: string, session: string, agent: string | undefined): void {
  checkOptions(what, { session, agent }, { session: mustBeId, agent: mustBeId }, ['session'])
}
