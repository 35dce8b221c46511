import { LamellaError, type LayerRequest, type SessionKind } from '@lamella/core'
import {
  type Check,
  type Checks,
  checkLayerScope,
  isObject,
  mustBeBoolean,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { defaultBlockCharacters } from '../config/context-config.ts'
import type { cutContent } from './cut-content.ts'
import type { BlockReader } from './known-blocks.ts'
import { rememberCuts } from './remember-cuts.ts'

/** What layers of blocks can be told. */
export interface BlockLayerOptions {
  /** Whose blocks. Default: the agent of the request's scope. */
  readonly agent?: string
  /** Whether a block is shown with its description. Default true. */
  readonly includeDescriptions?: boolean
  /** Whether a block is shown with its schema. Default false. */
  readonly includeSchemas?: boolean
  /** Whether permissions are told by their short names, such as `ReadWrite`. Default false. */
  readonly shortPermissions?: boolean
  /** Characters (UTF-16 units) beyond which a block that has no limit of its own is marked as too long. Default 5,000. */
  readonly defaultLimit?: number
  /** Kinds of session that may see the blocks. Default: all, since they are the agent's own. */
  readonly audience?: readonly SessionKind[]
}

type Shown = Pick<BlockLayerOptions, 'includeDescriptions' | 'includeSchemas' | 'shortPermissions' | 'defaultLimit'>

/** How blocks are shown. Made once for many builds, since it remembers how contents were cut. */
export interface BlockRendering extends Required<Shown> {
  readonly cut: typeof cutContent
}

export const blockLayerChecks: Checks<BlockLayerOptions> = {
  agent: mustBeText,
  includeDescriptions: mustBeBoolean,
  includeSchemas: mustBeBoolean,
  shortPermissions: mustBeBoolean,
  defaultLimit: mustBeWhole(1),
  audience: mustBeTexts,
}

export function renderingOf(options: Shown): BlockRendering {
  return {
    cut: rememberCuts(),
    includeDescriptions: options.includeDescriptions ?? true,
    includeSchemas: options.includeSchemas ?? false,
    shortPermissions: options.shortPermissions ?? false,
    defaultLimit: options.defaultLimit ?? defaultBlockCharacters,
  }
}

/** A memory that a layer can read. @throws LamellaError `OPTION_INVALID` */
export function mustBeMemory<Memory>(what: string, memory: Memory): Memory {
  const problem = mustRead(memory)
  if (problem === undefined) return memory
  throw new LamellaError({
    code: 'OPTION_INVALID',
    message: `${what}: 'memory' ${problem}.`,
    fix: 'Give a memory of blocks, such as createMemoryCache() makes one.',
    details: { what, option: 'memory' },
  })
}

const mustRead: Check = (memory) =>
  mustHaveMethod('getRenderedContent')(memory) ??
  // Without it nobody could tell whose blocks these are.
  (isObject((memory as BlockReader).scope) ? undefined : "must have a 'scope'")

/**
 * The agent whose blocks a layer shows: that of the option, or that of the request.
 *
 * @throws LamellaError `SCOPE_MISMATCH` where the memory is of another tenant or user than the request, `SCOPE_INVALID` where
 * there is no agent
 */
export function agentOf(
  layer: string,
  { scope: own }: Pick<BlockReader, 'scope'>,
  agent: string | undefined,
  { scope }: Pick<LayerRequest, 'scope'>,
): string {
  checkLayerScope(`the memory of ${layer}`, own, scope)
  const known = agent ?? scope.agent
  if (known !== undefined && known !== '') return known
  throw new LamellaError({
    code: 'SCOPE_INVALID',
    message: `${layer}: nobody has said whose blocks these are.`,
    fix: "Give scope.agent in the request, or the option 'agent'.",
    details: { key: 'agent' },
  })
}
