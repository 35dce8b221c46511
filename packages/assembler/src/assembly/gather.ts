import { LamellaError } from '@lamella/core'
import type { Model } from '@lamella/models'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import type { ModelParameters } from '../contract/parameters.ts'
import { timeOf } from '../dependency-errors.ts'
import type { Folder } from '../folder/workspace-folder.ts'
import { applyLimits } from '../parameters/apply-limits.ts'
import { pickParameters } from '../parameters/check-layer.ts'
import { resolveParameters } from '../parameters/resolve-parameters.ts'
import { datetimeText } from '../prompt/format-datetime.ts'
import { resolveSkills } from '../skills/resolve-skills.ts'
import { excludedNotices } from '../tools/excluded-notices.ts'
import type { ToolCollector } from '../tools/tool-collector.ts'
import type { AssemblyInputs } from './inputs.ts'
import { agentMetadataOf, metadataOf } from './metadata.ts'
import { findModelIn, getModelIn } from './model-of.ts'
import { scopeOf, scopeOfAgent } from './scope-of.ts'

/** The parts of an assembler that are used on every turn. */
export interface Sources {
  readonly dependencies: AssemblerDependencies
  readonly config: ContextAssemblerConfig
  readonly folder: Folder | undefined
  readonly tools: ToolCollector
}

/**
 * Reads everything in a context except its messages, concurrently.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `MODEL_REQUIRED`, `MODEL_UNKNOWN`, `PARAMETER_INVALID`,
 * `OPTION_INVALID`, `BUDGET_INVALID`, `WORKSPACE_NOT_FOUND`
 */
export async function gather(
  sources: Sources,
  sessionId: string,
  given: string | undefined,
  options: AssembleOptions,
): Promise<AssemblyInputs> {
  const { dependencies, config, folder, tools } = sources
  const metadata = await metadataOf(dependencies, sessionId)
  const agentId = given ?? metadata.agent
  const scope = scopeOf(dependencies, options, sessionId, agentId)
  const now = options.now ?? timeOf(dependencies)
  const [agent, files, resolved] = await Promise.all([
    agentMetadataOf(dependencies, agentId),
    folder?.state(scopeOfAgent(scope, agentId), now),
    resolveSkills(dependencies.skillProvider, agentId, sessionId, {
      skipSkills: options.skipSkills ?? false,
      ...(options.skillFilter && { skillFilter: options.skillFilter }),
    }),
  ])
  const gathered = await tools.gather(
    resolved.skills,
    {
      sandboxMode: options.sandboxMode ?? false,
      ...(options.permissions && { permissions: options.permissions }),
      exclude: options.disabledTools ?? [],
    },
    [...(dependencies.contextTools?.definitions ?? []), ...(options.additionalTools ?? [])],
  )
  const asked = resolveParameters({
    system: pickParameters(config),
    agent: agent.defaults,
    session: metadata.defaults,
    request: pickParameters(options),
  })
  const model = findModelIn(config, asked.model)
  const limited = applyLimits(asked, model)
  const isLimitSet = [options, metadata.defaults, agent.defaults].some((layer) => layer?.maxOutputTokens !== undefined)
  return {
    sessionId,
    agentId,
    scope,
    revision: metadata.revision,
    files,
    skills: resolved.skills,
    tools: gathered.tools,
    additional: options.additionalSystemPrompt,
    datetime: datetimeOf(config, now),
    now,
    parameters: limited.parameters,
    model,
    ...sizesOf(config, options, limited.parameters, model, isLimitSet),
    message: options.message,
    asked: askedIn(options),
    notices: [...resolved.notices, ...gathered.notices, ...excludedNotices(gathered.excluded), ...limited.notices],
    counting: {
      ...(options.refused && { refused: options.refused }),
      ...(options.countTokens && { countTokens: options.countTokens }),
      settings: [limited.parameters.thinkingLevel, limited.parameters.thinkingBudget, options.settings],
    },
  }
}

/** Tools and the model are left out: a run notices by itself that they have changed. */
function askedIn({ additionalSystemPrompt, skipSkills, skillFilter, window, reserve }: AssembleOptions): string {
  return JSON.stringify([additionalSystemPrompt, skipSkills === true, skillFilter, window, reserve])
}

function datetimeOf(config: ContextAssemblerConfig, now: Date): string | undefined {
  const {
    includeDatetime = true,
    datetimeFormat: format = 'YYYY-MM-DD HH:mm',
    datetimeTimezone: timezone = 'UTC',
  } = config
  return includeDatetime ? datetimeText(now, { format, timezone }) : undefined
}

/** @throws LamellaError `MODEL_UNKNOWN` where nothing says how large the window is, `BUDGET_INVALID` where nothing is left of it */
function sizesOf(
  config: ContextAssemblerConfig,
  options: AssembleOptions,
  { model: name, maxOutputTokens, thinkingBudget = 0 }: ModelParameters,
  model: Model | undefined,
  isLimitSet: boolean,
): Pick<AssemblyInputs, 'window' | 'reserve'> {
  const { window: most } = options
  const known = model ?? (most === undefined ? getModelIn(config, name) : undefined)
  const window = Math.min(known?.contextWindow ?? Number.POSITIVE_INFINITY, most ?? Number.POSITIVE_INFINITY)
  const own = options.reserve ?? config.reserve ?? 2_000
  // A limit includes thinking. An explicit limit is reserved in full; a default uses what is free.
  const longest = maxOutputTokens ?? Number.POSITIVE_INFINITY
  const wanted = Math.max(
    own,
    isLimitSet && maxOutputTokens !== undefined ? maxOutputTokens : Math.min(own + thinkingBudget, longest),
  )
  // Some models accept less input than their window.
  const reserve = Math.max(wanted, window - (known?.maxInput ?? window))
  if (reserve < window) return { window, reserve }
  throw new LamellaError({
    code: 'BUDGET_INVALID',
    what: `The reserve for the answer (${reserve}) leaves no room in the window (${window}).`,
    fix: 'Lower `reserve`, `maxOutputTokens` or `thinkingBudget`, or raise `window`.',
    details: { value: reserve },
  })
}
