import type { Layer } from '@lamella/core'
import { type Checks, checkOptions, mustBeFunction, mustBeText, mustBeWhole } from '@lamella/core/plugin'
import type { ToolRule } from '../rules/tool-rule.ts'
import { toolRulesLayer } from '../rules/tool-rules-layer.ts'
import { type ActivityRenderer, activity } from './activity.ts'
import { baseInstructions } from './base-instructions.ts'
import { coreBlocks } from './core-blocks.ts'
import type { BlockReader } from './known-blocks.ts'
import { type BlockLayerOptions, blockLayerChecks } from './options.ts'
import { type BatchBlocks, type WorkingBlocksOptions, workingBlocks } from './working-blocks.ts'

/** What the layers of blocks are made with, all together. */
export interface BlockLayersOptions extends WorkingBlocksOptions {
  /** Default: `defaultBaseInstructions`. A blank text is none. */
  readonly baseInstructions?: string
  /** Default: no activity. */
  readonly activity?: ActivityRenderer
  /** The most entries of activity. Default 15. */
  readonly activityEntriesLimit?: number
  readonly toolRules?: readonly ToolRule[]
}

/** The layers of blocks in the order of the context. */
export type BlockLayers = readonly [
  Layer<'base-instructions'>,
  Layer<'core-blocks'>,
  Layer<'working-blocks', BatchBlocks>,
  Layer<'activity'>,
  Layer<'tool-rules'>,
]

const anything = (): undefined => undefined

const checks: Checks<BlockLayersOptions> = {
  ...blockLayerChecks,
  // Checked by the layers that they are for.
  min: anything,
  max: anything,
  toolRules: anything,
  baseInstructions: mustBeText,
  activity: mustBeFunction,
  activityEntriesLimit: mustBeWhole(0),
}

/**
 * The whole system prompt of an agent with blocks: base instructions, core blocks, working blocks, activity, tool rules. `min` and
 * `max` are those of the working blocks. History and new message are layers of `@lamella/layers`.
 *
 * @throws LamellaError `OPTION_INVALID`, `LAYER_INVALID`, `TOOL_RULES_CONFLICT`
 * @example
 * const builder = createContext().use(blockLayers(memory, { toolRules: [toolRule.exitLoop('send_message')] }))
 */
export function blockLayers(memory: BlockReader, options: BlockLayersOptions = {}): BlockLayers {
  const given = checkOptions('blockLayers', options, checks)
  const { min, max, toolRules = [], baseInstructions: text, activity: render, activityEntriesLimit, ...rest } = given
  const common: BlockLayerOptions = rest
  return Object.freeze([
    baseInstructions(text),
    coreBlocks(memory, common),
    workingBlocks(memory, {
      ...common,
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    }),
    activity({
      render: render ?? (() => undefined),
      ...(activityEntriesLimit === undefined ? {} : { limit: activityEntriesLimit }),
      ...(common.agent === undefined ? {} : { agent: common.agent }),
      ...(common.audience === undefined ? {} : { audience: common.audience }),
    }),
    toolRulesLayer(toolRules),
  ] as const)
}
