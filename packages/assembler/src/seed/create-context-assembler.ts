import { type Check, type Checks, checkOptions, mustBeBoolean } from '@lamella/core/plugin'
import { createAssembler } from '../assembler.ts'
import { arrangementOf } from '../assembly/arrangement.ts'
import {
  assembleChecks,
  cacheChecks,
  checkConfig,
  checkDependencies,
  compactionChecks,
  configChecks,
  mustBePath,
} from '../assembly/check-options.ts'
import { sectionsProblem } from '../assembly/sections-problem.ts'
import { CompactionDetector, type CompactionThresholds, type Detector } from '../compaction/compaction-detector.ts'
import { mustCompact } from '../compaction/must-compact.ts'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { AssembledContext as Assembled } from '../contract/assembled-context.ts'
import type { CheckCompactionOptions } from '../contract/compaction.ts'
import type { CacheSettings, CompactionSettings, ContextAssemblerConfig as Config } from '../contract/config.ts'
import { bootstrapFolder } from './bootstrap-folder.ts'
import type { AssembledContext, AssemblerDependencies, ContextAssembler, ContextAssemblerConfig } from './contract.ts'
import {
  assembleNames,
  cacheNames,
  compactionNames,
  configNames,
  fromSeed,
  parameterNames,
  type SeedAssembleOptions,
  split,
  toSeed,
} from './names.ts'
import { mustBePromptSections, orderOf, type PromptSection } from './section-priorities.ts'
import { dependenciesOf } from './seed-dependencies.ts'

/**
 * Creates a context assembler with the names of its original page; the README has the table. It reads only the page's
 * files: AGENT.md, SOUL.md and CONTEXT.md.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const assembler = createContextAssembler({ sessionStore, toolExecutor }, { defaultModel: 'claude-3-7-sonnet' })
 * const { systemPrompt, messages, tools, parameters, metadata } = await assembler.assemble('session-123', 'agent-1')
 */
export function createContextAssembler(
  dependencies: AssemblerDependencies,
  config: ContextAssemblerConfig = {},
): ContextAssembler {
  const checkedDependencies = checkDependencies(dependenciesOf(dependencies))
  const {
    bootstrapPath,
    sections,
    enableCaching = true,
    ...rest
  } = checkOptions('createContextAssembler', config, seedConfigChecks)
  const [compaction, uncompacted] = split(compactionNames, rest)
  const [cache, settings] = split(cacheNames, uncompacted)
  const checked = checkConfig({
    ...fromSeed<Config>(configNames, settings),
    compaction: fromSeed<CompactionSettings>(compactionNames, compaction),
    cache: enableCaching && fromSeed<CacheSettings>(cacheNames, cache),
    ...(sections && { sections: sections.map(ordered) }),
  })
  // The page's requests are made one by one.
  const own = { ...checked, arrange: arrangementOf(checkedDependencies, { arrange: checked.arrange ?? 'classic' }) }
  if (own.compaction?.mode === 'background') mustCompact(checkedDependencies)
  const folder = bootstrapPath === undefined ? undefined : bootstrapFolder(bootstrapPath, own)
  const assembler = createAssembler(checkedDependencies, own, folder, detectorOf(rest))
  return {
    ...assembler,
    assemble: async (sessionId, agentId, options = {}) => {
      const asked = fromSeed<AssembleOptions>(assembleNames, checkOptions('assemble', options, seedAssembleChecks))
      return seedContext(await assembler.assemble(sessionId, agentId, asked))
    },
    checkCompaction: async (sessionId, options = {}) =>
      assembler.checkCompaction(sessionId, fromSeed<CheckCompactionOptions>(assembleNames, options)),
  }
}

/** The page's threshold is a share of the window itself, whatever else the request holds. */
function detectorOf(thresholds: CompactionThresholds): Detector {
  const detector = new CompactionDetector(thresholds)
  return {
    calculateStats: (...sizes) => detector.calculateStats(...sizes),
    check: (stats, tokens, window) => detector.check(stats, tokens, window),
  }
}

function seedContext(assembled: Assembled): AssembledContext {
  const { metadata, parameters } = assembled
  const { session, agent, model } = metadata
  return {
    ...assembled,
    parameters: { ...toSeed(parameterNames, metadata.parameters), ...parameters, modelId: model },
    metadata: { ...metadata, sessionId: session, ...(agent !== undefined && { agentId: agent }), modelId: model },
  }
}

function ordered({ name, content, priority }: PromptSection): { name: string; content: string; order: number } {
  return { name, content, order: orderOf(priority) }
}

/** The page's sections have a priority, which decides their position. */
const mustBeSections: Check = (value) => {
  const problem = mustBePromptSections(value)
  if (problem !== undefined) return problem
  const sections = value as readonly PromptSection[]
  const taken = sections.find(({ name }) => ['agent', 'soul', 'context'].includes(name))
  if (taken) return `has the name '${taken.name}', which the assembler reserves`
  return sectionsProblem(sections.map(ordered))
}

type FlatNames = 'bootstrapPath' | 'sections' | 'enableCaching' | keyof typeof compactionNames | keyof typeof cacheNames
const seedConfigChecks: Checks<ContextAssemblerConfig> = {
  ...toSeed<Checks<Omit<ContextAssemblerConfig, FlatNames>>>(configNames, commonChecks()),
  ...toSeed<Checks<Pick<ContextAssemblerConfig, keyof typeof compactionNames>>>(compactionNames, compactionChecks),
  ...toSeed<Checks<Pick<ContextAssemblerConfig, keyof typeof cacheNames>>>(cacheNames, cacheChecks),
  enableCaching: mustBeBoolean,
  bootstrapPath: mustBePath,
  sections: mustBeSections,
}

/** The checks of options that have the same form here and in the assembler. */
function commonChecks(): Omit<typeof configChecks, 'workspace' | 'ranker' | 'compaction' | 'cache'> {
  const { workspace: _, ranker: __, compaction: ___, cache: ____, ...common } = configChecks
  return common
}

const seedAssembleChecks: Checks<SeedAssembleOptions> = toSeed(assembleNames, assembleChecks)
