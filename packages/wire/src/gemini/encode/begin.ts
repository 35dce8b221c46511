import type { SystemMessage } from '@lamella/core'
import { createCallIds } from '../../shared/call-ids.ts'
import { createLedger } from '../../shared/ledger.ts'
import { prepareTurns } from '../../shared/prepare.ts'
import { createToolNames } from '../../shared/tool-names.ts'
import type { Turn } from '../../shared/turns.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { functionName, maxCallId } from '../limits.ts'
import { generationOf } from '../model.ts'
import { createContents } from './contents.ts'
import type { GeminiOptions } from './options.ts'
import type { EncodeState } from './state.ts'

/** An encoding before anything is written. */
export interface BegunEncoding {
  readonly state: EncodeState
  readonly model: string | undefined
  readonly system: readonly SystemMessage[]
  readonly turns: readonly Turn[]
}

/** Reads the options, and pairs calls with results. */
export function beginEncoding(context: WireContext, options: GeminiOptions): BegunEncoding {
  const { tools = [], system = [], messages, parameters = {} } = context
  const { api = 'gemini', mergeConsecutive = true, ensureAlternating } = options
  const model = options.model ?? parameters.model
  const generation = generationOf(model)
  const ledger = createLedger(options.unknownFields)
  const names = createToolNames(
    ledger,
    functionName,
    tools.map((tool) => tool.name),
  )
  const state: EncodeState = Object.assign(ledger, {
    names,
    ids: createCallIds({ maxLength: maxCallId, unique: 'message' }),
    contents: createContents(mergeConsecutive, ensureAlternating),
    generation,
    api,
    schemas: options.schemas ?? (generation < 2.5 ? 'openapi' : 'json'),
    writesIds: options.callIds ?? api === 'gemini',
    wantsSignatures: options.markUnsigned ?? generation >= 3,
    nestsMedia: options.nestMedia ?? generation >= 3,
  })
  const turns = prepareTurns(state, messages, {
    repair: options.repair,
    separator: options.separator,
    merge: false,
    alternate: false,
  })
  return { state, model, system, turns }
}
