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
  /** The names of its arguments, as the tools have them. */
  readonly args: readonly string[]
  /** The field type it applies to. Default: any. */
  readonly fieldType?: FieldType
  run(part: Part, args: readonly unknown[], context: CallContext): unknown
}

const [ofList, ofCounter] = [
  { type: 'map', fieldType: 'list' } as const,
  { type: 'map', fieldType: 'counter' } as const,
]

const operations: Readonly<Record<OperationName, Operation>> = {
  setText: { access: 'overwrite', type: 'text', args: ['text'], run: setText },
  appendText: { access: 'append', type: 'text', args: ['text'], run: appendText },
  replaceText: { access: 'overwrite', type: 'text', args: ['old', 'new'], run: replaceText },
  getText: { access: 'read', type: 'text', args: [], run: getText },
  setField: { access: 'overwrite', type: 'map', args: ['field', 'value'], run: setField },
  unsetField: { access: 'overwrite', type: 'map', args: ['field'], run: unsetField },
  getField: { access: 'read', type: 'map', args: ['field'], run: getField },
  setTextField: { access: 'overwrite', type: 'map', args: ['field', 'text'], fieldType: 'text', run: setTextField },
  appendToListField: { access: 'append', ...ofList, args: ['field', 'item'], run: appendToListField },
  removeFromListField: { access: 'overwrite', ...ofList, args: ['field', 'index'], run: removeFromListField },
  incrementCounter: { access: 'overwrite', ...ofCounter, args: ['field', 'by'], run: incrementCounter },
  pushItem: { access: 'append', type: 'list', args: ['item'], run: pushItem },
  insertItem: { access: 'append', type: 'list', args: ['index', 'item'], run: insertItem },
  updateItem: { access: 'overwrite', type: 'list', args: ['index', 'item'], run: updateItem },
  deleteItem: { access: 'delete', type: 'list', args: ['index'], run: deleteItem },
  items: { access: 'read', type: 'list', args: [], run: itemsOf },
  appendLogEntry: { access: 'append', type: 'log', args: ['entry'], run: appendLogEntry },
  logEntries: { access: 'read', type: 'log', args: ['limit'], run: logEntries },
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
