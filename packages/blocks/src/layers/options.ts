import { LamellaError, type LayerRequest, type SessionKind } from '@lamella/core'
import {
  type Check,
  type Checks,
  checkLayerScope,
  checkOptions,
  createBoundedMap,
  isObject,
  mustBeBoolean,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { shorterForms } from '@lamella/layers'
import { defaultBlockCharacters } from '../config/context-config.ts'
import type { BlockSchema } from '../schema/block-schema.ts'
import { cutContent } from './cut-content.ts'
import type { BlockReader } from './known-blocks.ts'

/** Options of the layers of blocks. */
export interface BlockLayerOptions {
  /** The agent whose blocks are shown. Default: the agent of the request's scope. */
  readonly agent?: string
  /** Shows the description of each block. Default true. */
  readonly includeDescriptions?: boolean
  /** Shows the schema of each block. Default false. */
  readonly includeSchemas?: boolean
  /** Shows the name of a permission, such as `ReadWrite`, instead of `Read, Append, Write`. Default false. */
  readonly shortPermissions?: boolean
  /** The limit, in characters (UTF-16 units), of blocks without their own. Longer blocks are marked. Default 5,000. */
  readonly defaultLimit?: number
  /** Kinds of session that may see the blocks. Default: all, because the blocks are the agent's own. */
  readonly audience?: readonly SessionKind[]
}

type Shown = Pick<BlockLayerOptions, 'includeDescriptions' | 'includeSchemas' | 'shortPermissions' | 'defaultLimit'>

/** Renders blocks. One renderer serves many builds: it caches shortened content. */
export interface BlockRendering extends Required<Shown> {
  /** Returns the shorter forms of content, longest first. */
  shorter(content: string, type: BlockSchema['type']): readonly string[]
}

/** The maximum number of entries whose shorter forms are cached. */
const mostRemembered = 256

export const blockLayerChecks: Checks<BlockLayerOptions> = {
  agent: mustBeText,
  includeDescriptions: mustBeBoolean,
  includeSchemas: mustBeBoolean,
  shortPermissions: mustBeBoolean,
  defaultLimit: mustBeWhole(1),
  audience: mustBeTexts,
}

export function renderingOf(options: Shown): BlockRendering {
  const known = createBoundedMap<string, readonly string[]>(mostRemembered)
  return {
    shorter(content, type) {
      const key = `${type} ${content}`
      const forms = known.get(key) ?? shorterForms(content, (text, max) => cutContent(text, type, max))
      known.set(key, forms)
      return forms
    },
    includeDescriptions: options.includeDescriptions ?? true,
    includeSchemas: options.includeSchemas ?? false,
    shortPermissions: options.shortPermissions ?? false,
    defaultLimit: options.defaultLimit ?? defaultBlockCharacters,
  }
}

/** @throws LamellaError `OPTION_INVALID` for what is not a block memory */
export function mustBeMemory(what: string, memory: unknown): void {
  checkOptions(what, { memory }, { memory: mustRead }, ['memory'])
}

const mustRead: Check = (memory) =>
  mustHaveMethod('getRenderedContent')(memory) ??
  // The layers compare it with the request's scope.
  (isObject((memory as BlockReader).scope) ? undefined : "must have a 'scope'")

/**
 * Returns the agent whose blocks a layer shows: from the option, or from the request.
 *
 * @throws LamellaError `SCOPE_MISMATCH` if the memory has another tenant or user than the request, `SCOPE_INVALID` without an agent
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
    what: `${layer}: neither the request nor the options name an agent.`,
    fix: "Pass scope.agent in the request, or the option 'agent'.",
    details: { key: 'agent' },
  })
}
