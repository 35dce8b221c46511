import { LamellaError, type Scope } from '@lamella/core'
import { findModel, getModel, type Model } from '@lamella/models'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import type { SessionMetadata } from '../contract/session-reader.ts'
import type { BootstrapFileLoader } from '../files/bootstrap-file-loader.ts'
import { applyLimits } from '../parameters/apply-limits.ts'
import type { DefaultsResolver } from '../parameters/defaults-resolver.ts'
import { pickParameters } from '../parameters/pick-parameters.ts'
import { datetimeSection } from '../prompt/format-datetime.ts'
import { resolveSkills } from '../skills/resolve-skills.ts'
import type { ToolCollector } from '../tools/tool-collector.ts'
import type { AssemblyInputs } from './inputs.ts'

/** What an assembler is made of, as far as it is asked at every turn. */
export interface Sources {
  readonly dependencies: AssemblerDependencies
  readonly config: ContextAssemblerConfig
  readonly files: BootstrapFileLoader | undefined
  readonly tools: ToolCollector
  readonly parameters: DefaultsResolver
}

/** Whose sessions these are where nothing asks: a reader of sessions takes no scope. */
const unscoped: Scope = { tenant: 'unscoped' }

/** Reads everything that a context is made of but its messages, all at once. */
export async function gather(
  sources: Sources,
  sessionId: string,
  given: string | undefined,
  options: AssembleOptions,
): Promise<AssemblyInputs> {
  const { dependencies, config, files, tools, parameters } = sources
  const { skillProvider, toolExecutor: _, getAgentMetadata } = dependencies
  const metadata = await metadataOf(dependencies, sessionId)
  const agentId = given ?? metadata?.agentId
  const scope = scopeOf(dependencies, options, sessionId, agentId)
  const [agent, read, resolved] = await Promise.all([
    agentId === undefined ? undefined : getAgentMetadata?.(agentId),
    files?.read(agentId),
    resolveSkills(skillProvider, agentId, sessionId, {
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
    options.additionalTools ?? [],
  )
  const asked = parameters.resolve(agent?.defaults, metadata?.defaults, pickParameters(options))
  const model = (config.models?.findModel ?? findModel)(asked.modelId)
  const limited = applyLimits(asked, model)
  const now = options.now ?? dependencies.now?.() ?? new Date()
  return {
    sessionId,
    agentId,
    scope,
    files: read,
    skills: resolved.skills,
    tools: gathered.tools,
    additional: options.additionalSystemPrompt,
    datetime: datetimeOf(config, now),
    now,
    parameters: limited.parameters,
    model,
    ...sizesOf(config, options, asked.modelId, model),
    message: options.message,
    previous: options.previous,
    notices: [...(read?.notices ?? []), ...resolved.notices, ...gathered.notices, ...limited.notices],
  }
}

/** Of a session, wherever its metadata are. */
export async function metadataOf(
  { sessionStore, getSessionMetadata }: AssemblerDependencies,
  sessionId: string,
): Promise<SessionMetadata | undefined> {
  if (getSessionMetadata) return getSessionMetadata(sessionId)
  return 'getMetadata' in sessionStore ? sessionStore.getMetadata?.(sessionId) : undefined
}

/** Whose session it is. @throws LamellaError `SCOPE_INVALID`, when it is built or read, for one without a tenant */
export function scopeOf(
  { scope }: AssemblerDependencies,
  options: Pick<AssembleOptions, 'scope'>,
  sessionId: string,
  agentId: string | undefined,
): Scope {
  if (options.scope) return options.scope
  return typeof scope === 'function' ? scope(sessionId, agentId) : (scope ?? unscoped)
}

function datetimeOf(config: ContextAssemblerConfig, now: Date): string | undefined {
  const {
    includeDatetime = true,
    datetimeFormat: format = 'YYYY-MM-DD HH:mm',
    datetimeTimezone: timezone = 'UTC',
  } = config
  return includeDatetime ? datetimeSection(now, { format, timezone }).content : undefined
}

/** @throws LamellaError `MODEL_UNKNOWN` where nothing says how large the window is */
function sizesOf(
  config: ContextAssemblerConfig,
  options: AssembleOptions,
  modelId: string,
  model: Model | undefined,
): Pick<AssemblyInputs, 'window' | 'reserve'> {
  const { maxContextTokens } = options
  const known = model ?? (maxContextTokens === undefined ? (config.models?.getModel ?? getModel)(modelId) : undefined)
  const window = Math.min(
    known?.contextWindow ?? Number.POSITIVE_INFINITY,
    maxContextTokens ?? Number.POSITIVE_INFINITY,
  )
  const wanted = options.reserveTokens ?? config.reserveTokensForResponse ?? 2_000
  // Some models take less than their window as input.
  const reserve = Math.max(wanted, window - (known?.maxInput ?? window))
  if (reserve < window) return { window, reserve }
  throw new LamellaError({
    code: 'BUDGET_INVALID',
    message: `The reserve for the answer (${reserve}) leaves nothing of the window (${window}).`,
    fix: 'Lower reserveTokens (reserveTokensForResponse), or raise maxContextTokens.',
    details: { value: reserve },
  })
}
