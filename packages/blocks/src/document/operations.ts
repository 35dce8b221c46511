import type { Access } from '../permissions/permission.ts'
import type { FieldType, PartSchema } from '../schema/block-schema.ts'
import { badValue } from './check-value.ts'
import { deleteItem, insertItem, itemsOf, pushItem, updateItem } from './list-part.ts'
import { appendLogEntry, logEntries } from './log-part.ts'
import {
  appendToListField,
  getField,
  incrementCounter,
  removeFromListField,
  setField,
  setTextField,
  unsetField,
} from './map-part.ts'
import type { AnyOperations } from './operations-contract.ts'
import type { CallContext, Part } from './parts.ts'
import { appendText, getText, replaceText, setText } from './text-part.ts'

export type OperationName = keyof AnyOperations

/** One operation of a block or section. */
export interface Operation {
  readonly access: Access
  /** The type of schema it belongs to. */
  readonly type: PartSchema['type']
  /** The number of its arguments. */
  readonly arity: number
  /** The field type it applies to. Default: any. */
  readonly fieldType?: FieldType
  run(part: Part, args: readonly unknown[], context: CallContext): unknown
}

const operations: Readonly<Record<OperationName, Operation>> = {
  setText: { access: 'overwrite', type: 'text', arity: 1, run: setText },
  appendText: { access: 'append', type: 'text', arity: 1, run: appendText },
  replaceText: { access: 'overwrite', type: 'text', arity: 2, run: replaceText },
  getText: { access: 'read', type: 'text', arity: 0, run: getText },
  setField: { access: 'overwrite', type: 'map', arity: 2, run: setField },
  unsetField: { access: 'overwrite', type: 'map', arity: 1, run: unsetField },
  getField: { access: 'read', type: 'map', arity: 1, run: getField },
  setTextField: { access: 'overwrite', type: 'map', arity: 2, fieldType: 'text', run: setTextField },
  appendToListField: { access: 'append', type: 'map', arity: 2, fieldType: 'list', run: appendToListField },
  removeFromListField: { access: 'overwrite', type: 'map', arity: 2, fieldType: 'list', run: removeFromListField },
  incrementCounter: { access: 'overwrite', type: 'map', arity: 2, fieldType: 'counter', run: incrementCounter },
  pushItem: { access: 'append', type: 'list', arity: 1, run: pushItem },
  insertItem: { access: 'append', type: 'list', arity: 2, run: insertItem },
  updateItem: { access: 'overwrite', type: 'list', arity: 2, run: updateItem },
  deleteItem: { access: 'delete', type: 'list', arity: 1, run: deleteItem },
  items: { access: 'read', type: 'list', arity: 0, run: itemsOf },
  appendLogEntry: { access: 'append', type: 'log', arity: 1, run: appendLogEntry },
  logEntries: { access: 'read', type: 'log', arity: 1, run: logEntries },
}

export const operationsByName: ReadonlyMap<string, Operation> = new Map<string, Operation>(Object.entries(operations))

/** The names of all operations. */
export const operationNames: readonly OperationName[] = Object.keys(operations) as OperationName[]

/**
 * Returns the access that an operation needs, such as `delete` for `deleteItem`.
 *
 * @throws LamellaError `BLOCK_VALUE_INVALID` for an unknown operation
 * @example
 * requires(accessOf('setText')) // 'ReadWrite'
 */
export function accessOf(operation: OperationName): Access {
  const known = operationsByName.get(operation)
  if (known !== undefined) return known.access
  throw badValue('operation', 'is not an operation of a document', `Use one of ${operationNames.join(', ')}.`)
}
