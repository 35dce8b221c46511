import type { LamellaError } from '@lamella/core'
import { assemblerError } from './errors.ts'

/** What was asked, such as `toolExecutor` and `list`. A function that is a dependency itself has its name twice. */
export interface Asked {
  readonly dependency: string
  readonly method: string
}

/**
 * @param problem What it gave instead of what it should, such as `no list of tools`.
 * @param cause Who says so, where it was found out elsewhere.
 */
export function dependencyInvalid(
  asked: Asked,
  problem: string,
  fix: string,
  cause?: unknown,
): LamellaError<'DEPENDENCY_INVALID'> {
  return assemblerError('DEPENDENCY_INVALID', `${nameOf(asked)}: ${problem}.`, fix, { ...asked, problem }, cause)
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
    throw dependencyFailed(asked, cause)
  }
}

/** The same for what is not waited for. @throws LamellaError `DEPENDENCY_FAILED` */
export function askNow<Value>(asked: Asked, how: () => Value): Value {
  try {
    return how()
  } catch (cause) {
    throw dependencyFailed(asked, cause)
  }
}

function dependencyFailed(asked: Asked, cause: unknown): LamellaError<'DEPENDENCY_FAILED'> {
  const message = `${nameOf(asked)}: it threw${cause instanceof Error ? ` '${cause.message}'` : ''}.`
  return assemblerError(
    'DEPENDENCY_FAILED',
    message,
    `Look at the cause, and correct ${asked.dependency}.`,
    asked,
    cause,
  )
}

function nameOf({ dependency, method }: Asked): string {
  return dependency === method ? dependency : `${dependency}, ${method}`
}
