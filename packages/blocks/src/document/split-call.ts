import { badValue } from './check-value.ts'
import { operationsByName } from './operations.ts'

/** What a method of a document was called with. */
interface SplitCall {
  /** Without `InSection`. */
  readonly operation: string
  /** `undefined`: the block itself. */
  readonly section: unknown
  /** At most as many as the operation takes. */
  readonly args: readonly unknown[]
}

/**
 * Splits what a method was called with into the arguments of its operation and, where its name ends in `InSection`, the
 * section. There is nothing else to find: who calls is a property of the document (`asSystem`), because a program may pass on a
 * list of arguments that a model wrote.
 *
 * @throws LamellaError `BLOCK_VALUE_INVALID`
 */
export function splitCall(name: string, all: readonly unknown[]): SplitCall {
  const isInSection = name.endsWith('InSection')
  const operation = isInSection ? name.slice(0, -'InSection'.length) : name
  const arity = operationsByName.get(operation)?.arity ?? 0
  const most = arity + (isInSection ? 1 : 0)
  if (all.length > most) {
    throw badValue(
      name,
      `was called with ${all.length} arguments and takes ${most}`,
      'Leave out the rest; where the program itself writes, call the operation of document.asSystem().',
    )
  }
  const section = isInSection ? all[arity] : undefined
  if (isInSection && typeof section !== 'string') {
    throw badValue('section', 'is missing', `Call ${name} with its arguments, then the name of the section.`)
  }
  return { operation, section, args: all.slice(0, arity) }
}
