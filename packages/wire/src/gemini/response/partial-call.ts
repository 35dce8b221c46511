import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { type Fields, setFields, textIn } from '../../shared/response/fields.ts'
import type { TornPart } from '../../shared/response/torn-part.ts'
import { createPartialArgs } from './partial-args.ts'

/** A function call, whole or in pieces. */
export interface PartialCall {
  add(part: UnknownRecord, call: UnknownRecord): void
  willContinue(): boolean
  /** Returns the part as a whole response has it. */
  part(): Fields
  torn(): TornPart
}

export function createPartialCall(title: string): PartialCall {
  const part: Fields = {}
  const functionCall: Fields = {}
  const args = createPartialArgs(title)
  let continues = false
  const whole = (): Fields => ({ ...part, functionCall: { ...functionCall, ...args.found() } })
  return {
    add(one, call) {
      setFields(part, one, ['functionCall'])
      // Later pieces may repeat the name as ''.
      setFields(functionCall, call, ['partialArgs', 'willContinue', ...(textIn(call, 'name') === '' ? ['name'] : [])])
      const pieces = call['partialArgs']
      for (const piece of Array.isArray(pieces) ? pieces : []) if (isRecord(piece)) args.add(piece)
      continues = call['willContinue'] === true
    },
    willContinue: () => continues,
    part: whole,
    torn: () => ({
      type: 'tool-call',
      toolCallId: textIn(functionCall, 'id'),
      toolName: textIn(functionCall, 'name'),
      text: JSON.stringify(args.found()?.args ?? {}),
    }),
  }
}
