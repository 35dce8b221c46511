import {
  type Check,
  checkOptions,
  isObject,
  LamellaError,
  mustBeBoolean,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeOneOf,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { CompactOptions } from '../contract/compaction.ts'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { isSessionStore } from './conversation.ts'

/** Looked at by the component that it is for. */
const byComponent: Check = () => undefined
const mustBeList: Check = (value) => (Array.isArray(value) ? undefined : 'must be a list')
const mustBeSections: Check = (value) =>
  Array.isArray(value) &&
  value.every((one) => isObject(one) && typeof one['name'] === 'string' && typeof one['content'] === 'string') &&
  value.every((one) => Number.isFinite(one.priority))
    ? undefined
    : 'must be a list of { name, content, priority }'
const mustBeDate: Check = (value) =>
  value instanceof Date && Number.isFinite(value.getTime()) ? undefined : 'must be a valid Date'
const mustBeTime: Check = (value) => (value === Number.POSITIVE_INFINITY ? undefined : mustBeNumber(0)(value))

/** @throws LamellaError `OPTION_INVALID` */
export function checkConfig(config: ContextAssemblerConfig): ContextAssemblerConfig {
  return checkOptions<ContextAssemblerConfig>('createContextAssembler', config, {
    bootstrapPath: mustBeText,
    defaultModel: byComponent,
    defaultTemperature: byComponent,
    defaultMaxTokens: byComponent,
    models: mustHaveMethod('findModel'),
    tokenizer: mustHaveMethod('count'),
    framing: mustBeObject,
    truncationStrategy: mustBeOneOf(['simple', 'smart', 'sliding']),
    reserveTokensForResponse: mustBeWhole(0),
    arrange: mustBeOneOf(['classic', 'cache']),
    compactionThreshold: byComponent,
    compactionMessageThreshold: byComponent,
    compactionToolThreshold: byComponent,
    compactionKeepRecent: mustBeWhole(0),
    compactionTimeout: mustBeNumber(1),
    includeDatetime: mustBeBoolean,
    datetimeFormat: mustBeText,
    datetimeTimezone: mustBeText,
    sectionSeparator: mustBeText,
    sections: mustBeSections,
    enableCaching: mustBeBoolean,
    cacheFileTTL: mustBeTime,
    cacheTTL: mustBeTime,
    cacheMaxEntries: mustBeWhole(0),
    observe: mustBeFunction,
    generateToolsSummary: mustBeBoolean,
    includeExamplesInPrompt: mustBeBoolean,
  })
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkDependencies(dependencies: AssemblerDependencies): AssemblerDependencies {
  checkOptions<Partial<Record<keyof AssemblerDependencies, unknown>>>(
    'createContextAssembler',
    dependencies,
    {
      sessionStore: (value) =>
        isObject(value) && (typeof value['getMessages'] === 'function' || isSessionStore(value as never))
          ? undefined
          : 'must be a session store, or an object with a method getMessages',
      toolExecutor: (value) =>
        mustHaveMethod('list')(value) && mustHaveMethod('getForModel')(value) && 'must be an object with a method list',
      skillProvider: mustHaveMethod('getActiveSkills'),
      getAgentMetadata: mustBeFunction,
      getSessionMetadata: mustBeFunction,
      summarize: mustBeFunction,
      now: mustBeFunction,
      scope: (value) => (typeof value === 'function' ? undefined : mustBeObject(value)),
      layers: mustBeList,
      layersVersion: mustBeFunction,
    },
    ['sessionStore'],
  )
  const { sessionStore, layers, scope } = dependencies
  if (scope === undefined && (isSessionStore(sessionStore) || layers !== undefined)) {
    throw new LamellaError({
      code: 'OPTION_INVALID',
      message: "createContextAssembler: 'scope' is missing: nobody can tell whose sessions these are.",
      fix: "Give scope: { tenant: 'acme' }, or a function (sessionId, agentId) => scope.",
      details: { what: 'createContextAssembler', option: 'scope' },
    })
  }
  return dependencies
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkCompactOptions(options: CompactOptions): CompactOptions {
  return checkOptions<CompactOptions>('compact', options, {
    summarize: mustBeFunction,
    agentId: mustBeText,
    scope: mustBeObject,
    contextWindow: mustBeWhole(1),
    signal: mustHaveMethod('addEventListener'),
    now: mustBeDate,
  })
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkAssembleOptions(options: AssembleOptions): AssembleOptions {
  return checkOptions<AssembleOptions>('assemble', options, {
    modelId: byComponent,
    temperature: byComponent,
    maxTokens: byComponent,
    topP: byComponent,
    topK: byComponent,
    thinkingLevel: byComponent,
    thinkingBudget: byComponent,
    stopSequences: byComponent,
    message: byComponent,
    additionalSystemPrompt: mustBeText,
    additionalTools: mustBeList,
    disabledTools: mustBeTexts,
    maxContextTokens: mustBeWhole(1),
    reserveTokens: mustBeWhole(0),
    skipSkills: mustBeBoolean,
    skillFilter: mustBeTexts,
    sandboxMode: mustBeBoolean,
    permissions: mustBeTexts,
    scope: mustBeObject,
    previous: mustBeObject,
    now: mustBeDate,
    signal: mustHaveMethod('addEventListener'),
  })
}
