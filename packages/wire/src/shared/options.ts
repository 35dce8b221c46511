import type { RepairPolicy } from '@lamella/core'
import {
  type Check,
  type Checks,
  mustBeBoolean,
  mustBeFunction,
  mustBeObject,
  mustBeOneOf,
  mustBeText,
} from '@lamella/core/plugin'
import type { Loss } from './loss.ts'
import type { WireRepair } from './repair.ts'

/** How to write a request, in every format; everything has a default. */
export interface WireOptions {
  /** The model, where the parameters of the context name none (or another one: this one wins). */
  readonly model?: string
  /** One system prompt for all layers, or a message (a part, a block) for each. Default `'joined'`. */
  readonly system?: 'joined' | 'per-layer'
  /** Between the layers of a joined system prompt. Default two newlines, as the framings count. */
  readonly separator?: string
  /** What becomes of calls without results and results without calls. Default: a marked stand-in, and dropped. */
  readonly repair?: RepairPolicy
  /** Joins messages of one role that follow each other. Default: what the format asks for. */
  readonly mergeConsecutive?: boolean
  /**
   * Sees to it that the user speaks first and that the roles alternate, with `mergeConsecutive` and marked messages where
   * one is missing. Default: what the format asks for.
   */
  readonly ensureAlternating?: boolean
  /**
   * What becomes of fields that a decoder found in a message or part and that the format does not know, such as the time at
   * which a program stored it. Strict servers refuse them. Fields under `extra` in the provider options, and those that the
   * format knows, are always sent. Default `'drop'`, which is noted.
   */
  readonly unknownFields?: 'drop' | 'send'
  /** Told of each thing that the request does not carry, in the order of the context. */
  readonly onLoss?: (loss: Loss) => void
  /** Told of each thing that was put right. */
  readonly onRepair?: (repair: WireRepair) => void
}

/** A request, what became of the context on the way, and the tool names that were changed. */
export interface Encoding<Request> {
  readonly request: Request
  /** What the request does not carry. */
  readonly losses: readonly Loss[]
  /** What was put right, so that the provider takes it. */
  readonly repairs: readonly WireRepair[]
  /**
   * From the names of tools as sent to their names in the context; only those that had to be changed. When the model
   * calls one: `toolNames.get(name) ?? name`.
   */
  readonly toolNames: ReadonlyMap<string, string>
}

const mustBeRepairPolicy: Check = (value) => {
  const { missingResult, orphanResult, ...others } = (value ?? {}) as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return `has no '${unknown}', only missingResult and orphanResult`
  const problem = missingResult === undefined ? undefined : mustBeOneOf(['synthesize', 'drop', 'fail'])(missingResult)
  if (problem !== undefined) return `has a missingResult that ${problem}`
  const other = orphanResult === undefined ? undefined : mustBeOneOf(['drop', 'fail'])(orphanResult)
  return other === undefined ? undefined : `has an orphanResult that ${other}`
}

/** The checks of the options that every encoder has; an encoder adds its own. */
export const wireChecks: Checks<WireOptions> = {
  model: mustBeText,
  system: mustBeOneOf(['joined', 'per-layer']),
  separator: mustBeText,
  repair: (value) => mustBeObject(value) ?? mustBeRepairPolicy(value),
  mergeConsecutive: mustBeBoolean,
  ensureAlternating: mustBeBoolean,
  unknownFields: mustBeOneOf(['drop', 'send']),
  onLoss: mustBeFunction,
  onRepair: mustBeFunction,
}

/** Tells the caller's functions what was lost and put right. */
export function tell(options: WireOptions, { losses, repairs }: Pick<Encoding<unknown>, 'losses' | 'repairs'>): void {
  if (options.onLoss) for (const loss of losses) options.onLoss(loss)
  if (options.onRepair) for (const repair of repairs) options.onRepair(repair)
}
