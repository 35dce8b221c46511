import { isLamellaError } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { type Fields, setFields, textIn } from '../../shared/response/fields.ts'
import { type TornPart, tornCall } from '../../shared/response/response.ts'
import { createPartialArgs } from './partial-args.ts'

/** A function call, whole or in pieces. */
export interface PartialCall {
  add(part: UnknownRecord, call: UnknownRecord): void
  willContinue(): boolean
  /** Whether some of its arguments cannot be read. */
  isBroken(): boolean
  /** Returns the part as a whole response has it. */
  part(): Fields
  torn(): TornPart
}

export function createPartialCall(title: string): PartialCall {
  const part: Fields = {}
  const functionCall: Fields = {}
  const args = createPartialArgs(title)
  let continues = false
  let isBroken = false
  const addPiece = (piece: UnknownRecord): void => {
    try {
      args.add(piece)
    } catch (error) {
      if (!isLamellaError(error, 'WIRE_RESPONSE')) throw error
      isBroken = true
    }
  }
  const whole = (): Fields => ({ ...part, functionCall: { ...functionCall, ...args.found() } })
  return {
    add(one, call) {
      setFields(part, one, ['functionCall'])
      // Later pieces may repeat the name as ''.
      setFields(functionCall, call, ['partialArgs', 'willContinue', ...(textIn(call, 'name') === '' ? ['name'] : [])])
      const pieces = call['partialArgs']
      for (const piece of Array.isArray(pieces) ? pieces : []) if (isRecord(piece)) addPiece(piece)
      continues = call['willContinue'] === true
    },
    willContinue: () => continues,
    isBroken: () => isBroken,
    part: whole,
    torn: () =>
      tornCall(textIn(functionCall, 'id'), textIn(functionCall, 'name'), JSON.stringify(args.found()?.args ?? {})),
  }
}
