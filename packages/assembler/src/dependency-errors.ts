import type { LamellaError } from '@lamella/core'
import type { AssemblerDependencies } from './contract/dependencies.ts'
import { assemblerError } from './errors.ts'

/**
 * The dependency and the method that were called, such as `toolExecutor` and `list`. For a dependency that is itself a
 * function, both are its name.
 */
export interface Asked {
  readonly dependency: string
  readonly method: string
}

/**
 * @param problem The problem, such as `must return a list of tools`.
 * @param cause The original error, if another component detected the problem.
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
 * Calls a dependency, and wraps its errors with its name.
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

/** Calls a synchronous dependency. @throws LamellaError `DEPENDENCY_FAILED` */
export function askNow<Value>(asked: Asked, how: () => Value): Value {
  try {
    return how()
  } catch (cause) {
    throw dependencyFailed(asked, cause)
  }
}

function dependencyFailed(asked: Asked, cause: unknown): LamellaError<'DEPENDENCY_FAILED'> {
  const message = `${nameOf(asked)} threw${cause instanceof Error ? ` '${cause.message}'` : ''}.`
  return assemblerError('DEPENDENCY_FAILED', message, `Check the cause, and correct ${asked.dependency}.`, asked, cause)
}

function nameOf({ dependency, method }: Asked): string {
  return dependency === method ? dependency : `${dependency}, ${method}`
}

const asked: Asked = { dependency: 'now', method: 'now' }

/** Returns the current time of the clock. @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID` */
export function timeOf({ now }: Pick<AssemblerDependencies, 'now'>): Date {
  const time: unknown = now === undefined ? new Date() : askNow(asked, now)
  if (time instanceof Date && Number.isFinite(time.getTime())) return time
  throw dependencyInvalid(asked, 'must return a valid Date', 'Pass a clock such as () => new Date().')
}
