import type { RepairPolicy } from '@lamella/core'
import { type Checks, mustBeBoolean, mustBeFunction, mustBeOneOf, mustBeText } from '@lamella/core/plugin'
import type { Loss, WireRepair } from './loss.ts'
import { mustHave } from './must-have.ts'
import type { FieldNames } from './tool-fields.ts'

/** How to write a request, in every format; every option has a default. */
export interface WireOptions {
  /** The model. Overrides the model in the context's parameters. */
  readonly model?: string
  /**
   * One system prompt for all layers, or one message (part, block) for each. Default `'joined'`, as always for models behind
   * OpenAI's format that take one system message.
   */
  readonly system?: 'joined' | 'per-layer'
  /** The separator between the layers of a joined system prompt. Default two newlines, as counted by the framings. */
  readonly separator?: string
  /**
   * What happens to calls without results and results without calls. Default: calls get a marked stand-in, results are
   * dropped.
   */
  readonly repair?: Omit<RepairPolicy, 'heldCalls'>
  /** Whether to join consecutive messages of the same role. Default: what the format requires. */
  readonly mergeConsecutive?: boolean
  /**
   * Ensures that the user speaks first and that roles alternate, with `mergeConsecutive` and marked messages where one
   * is missing. Default: what the format requires.
   */
  readonly ensureAlternating?: boolean
  /**
   * What happens to fields that a decoder found in a message or part and that the format does not know, such as the
   * time at which a program stored it. Strict servers reject them. Fields under `extra` in the provider options, and
   * those that the format knows, are always sent. Default `'drop'`, which is reported.
   */
  readonly unknownFields?: 'drop' | 'send'
  /** Called for each loss, in the order of the context. */
  readonly onLoss?: (loss: Loss) => void
  /** Called for each repair. */
  readonly onRepair?: (repair: WireRepair) => void
}

/** A request, its losses and repairs, and the names that were changed. */
export interface Encoding<Request> {
  readonly request: Request
  /** What the request does not carry. */
  readonly losses: readonly Loss[]
  /** The changes made so that the provider accepts the request. */
  readonly repairs: readonly WireRepair[]
  /**
   * Maps tool names as sent to their names in the context; contains only changed names. When the model calls one:
   * `toolNames.get(name) ?? name`.
   */
  readonly toolNames: ReadonlyMap<string, string>
  /**
   * Fields of arguments that were renamed: by the tool's name as sent, the field's name as sent and its name in the
   * context. The decoders of responses map them back.
   */
  readonly toolFields: FieldNames
}

/** Validators for the options that all encoders share; an encoder adds its own. */
export const wireChecks: Checks<WireOptions> = {
  model: mustBeText,
  system: mustBeOneOf(['joined', 'per-layer']),
  separator: mustBeText,
  repair: mustHave<Omit<RepairPolicy, 'heldCalls'>>({
    missingResult: mustBeOneOf(['synthesize', 'drop', 'fail']),
    orphanResult: mustBeOneOf(['drop', 'fail']),
  }),
  mergeConsecutive: mustBeBoolean,
  ensureAlternating: mustBeBoolean,
  unknownFields: mustBeOneOf(['drop', 'send']),
  onLoss: mustBeFunction,
  onRepair: mustBeFunction,
}

/** Reports losses and repairs to the caller's functions. */
export function tell(options: WireOptions, { losses, repairs }: Pick<Encoding<unknown>, 'losses' | 'repairs'>): void {
  if (options.onLoss) for (const loss of losses) options.onLoss(loss)
  if (options.onRepair) for (const repair of repairs) options.onRepair(repair)
}
