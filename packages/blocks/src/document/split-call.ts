import { isObject } from '@lamella/core'
import { badValue } from './check-value.ts'
import { operationsByName } from './operations.ts'
import type { OperationOptions } from './operations-contract.ts'

/** What a method of a document was called with. */
interface SplitCall {
  /** Without `InSection`. */
  readonly operation: string
  /** `undefined`: the block itself. */
  readonly section: unknown
  /** As many as the operation has. */
  readonly args: readonly unknown[]
  readonly options: OperationOptions
}

/**
 * Tells apart what a method was called with: the arguments of its operation, then the section where its name says that there is
 * one, then options.
 *
 * @throws LamellaError `BLOCK_VALUE_INVALID`
 */
export function splitCall(name: string, all: readonly unknown[]): SplitCall {
  const isInSection = name.endsWith('InSection')
  const operation = isInSection ? name.slice(0, -'InSection'.length) : name
  const arity = operationsByName.get(operation)?.arity ?? 0
  const [section, options] = isInSection ? [all[arity], all[arity + 1]] : [undefined, all[arity]]
  if (isInSection && typeof section !== 'string') {
    throw badValue('section', 'is missing', `Call ${name} with its arguments, then the name of the section.`)
  }
  if (all.length > arity + (isInSection ? 2 : 1)) {
    throw badValue(name, 'was called with too many arguments', 'Leave out what is behind the options.')
  }
  return { operation, section, args: all.slice(0, arity), options: checkOperationOptions(name, options) }
}

function checkOperationOptions(name: string, options: unknown): OperationOptions {
  if (options === undefined) return {}
  // `true` alone, as in other languages, is nothing that says what it is.
  const isKnown = isObject(options) && Object.keys(options).every((key) => key === 'system')
  const system = isObject(options) ? options['system'] : undefined
  if (!isKnown || (system !== undefined && typeof system !== 'boolean')) {
    throw badValue(`the options of ${name}`, 'must be { system?: boolean }')
  }
  return options as OperationOptions
}
