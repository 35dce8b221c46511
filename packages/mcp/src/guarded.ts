import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Serving } from './contract.ts'

/**
 * Returns a function that runs handlers. The text of an error may name paths and data of others, so a client gets only
 * the answers of the protocol, and a fixed sentence for everything else.
 */
export function createGuard(onError: ((error: unknown, where: string) => void) | undefined): Serving['guarded'] {
  return async (where, task) => {
    try {
      return await task()
    } catch (error) {
      if (ProtocolError.isInstance(error)) throw error
      try {
        onError?.(error, where)
      } catch {
        // A throwing listener does not change the answer.
      }
      throw new ProtocolError(ProtocolErrorCode.InternalError, `${where} has failed.`)
    }
  }
}
