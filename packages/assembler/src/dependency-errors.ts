import type { LamellaError } from '@lamella/core'
import { assemblerError } from './errors.ts'

/** What was asked, such as `toolExecutor` and `list`. */
export interface Asked {
  readonly dependency: string
  readonly method: string
}

/** @param problem What it gave instead of what it should, such as `no list of tools`. */
export function dependencyInvalid(asked: Asked, problem: string, fix: string): LamellaError<'DEPENDENCY_INVALID'> {
  const { dependency, method } = asked
  return assemblerError('DEPENDENCY_INVALID', `${dependency}, ${method}: ${problem}.`, fix, { ...asked, problem })
}

/**
 * Asks, and wraps what is thrown with the name of who threw it.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`
 */
export async function ask<Value>(asked: Asked, how: () => Value | PromiseLike<Value>): Promise<Value> {
  try {
    return await how()
  } catch (cause) {
    const { dependency, method } = asked
    const message = `${dependency}, ${method}: it threw${cause instanceof Error ? ` '${cause.message}'` : ''}.`
    throw assemblerError('DEPENDENCY_FAILED', message, `Look at the cause, and correct ${dependency}.`, asked, cause)
  }
}
