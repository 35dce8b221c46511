import type { Access } from '../permissions/permission.ts'
import type { PartSchema } from '../schema/block-schema.ts'
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
import type { Part } from './roots.ts'
import { appendText, replaceText, setText } from './text-part.ts'

/** What an operation needs to know of the document. */
interface OperationContext {
  readonly label: string
  readonly agent: string | undefined
  readonly system: boolean
}

/** An operation: what it is for, and what it does. */
export interface Operation {
  readonly access: Access
  /** The schema it is an operation of. */
  readonly type: PartSchema['type']
  /** How many arguments it has. */
  readonly arity: number
  run(part: Part, args: readonly unknown[], context: OperationContext): unknown
}

/** The operations of documents. In sections they have the same names with `InSection` behind them. */
export type OperationName = keyof AnyOperations

const operations: Readonly<Record<OperationName, Operation>> = {
  setText: { access: 'overwrite', type: 'text', arity: 1, run: (part, [text]) => setText(part, text) },
  appendText: { access: 'append', type: 'text', arity: 1, run: (part, [text]) => appendText(part, text) },
  replaceText: {
    access: 'overwrite',
    type: 'text',
    arity: 2,
    run: (part, [old, text]) => replaceText(part, old, text),
  },
  getText: { access: 'read', type: 'text', arity: 0, run: (part) => part.roots.text().toString() },
  setField: { access: 'overwrite', type: 'map', arity: 2, run: (part, [field, value]) => setField(part, field, value) },
  unsetField: { access: 'overwrite', type: 'map', arity: 1, run: (part, [field]) => unsetField(part, field) },
  getField: { access: 'read', type: 'map', arity: 1, run: (part, [field]) => getField(part, field) },
  setTextField: {
    access: 'overwrite',
    type: 'map',
    arity: 2,
    run: (part, [field, text]) => setTextField(part, field, text),
  },
  appendToListField: {
    access: 'append',
    type: 'map',
    arity: 2,
    run: (part, [field, item]) => appendToListField(part, field, item),
  },
  removeFromListField: {
    access: 'overwrite',
    type: 'map',
    arity: 2,
    run: (part, [field, index]) => removeFromListField(part, field, index),
  },
  incrementCounter: {
    access: 'overwrite',
    type: 'map',
    arity: 2,
    run: (part, [field, by]) => incrementCounter(part, field, by),
  },
  pushItem: { access: 'append', type: 'list', arity: 1, run: (part, [item], { label }) => pushItem(part, item, label) },
  insertItem: {
    access: 'append',
    type: 'list',
    arity: 2,
    run: (part, [index, item], { label }) => insertItem(part, index, item, label),
  },
  updateItem: {
    access: 'overwrite',
    type: 'list',
    arity: 2,
    run: (part, [index, item]) => updateItem(part, index, item),
  },
  deleteItem: { access: 'delete', type: 'list', arity: 1, run: (part, [index]) => deleteItem(part, index) },
  items: { access: 'read', type: 'list', arity: 0, run: (part) => itemsOf(part) },
  appendLogEntry: {
    access: 'append',
    type: 'log',
    arity: 1,
    run: (part, [entry], { agent, system }) => appendLogEntry(part, entry, agent, system),
  },
  logEntries: { access: 'read', type: 'log', arity: 1, run: (part, [limit]) => logEntries(part, limit) },
}

/** All of them by name. */
export const operationsByName: ReadonlyMap<string, Operation> = new Map<string, Operation>(Object.entries(operations))

/** Their names. */
export const operationNames: readonly OperationName[] = Object.keys(operations) as OperationName[]

/**
 * What an operation does with a block, as far as permissions are concerned: `delete` for `deleteItem`, for example.
 *
 * @example
 * requires(accessOf('setText')) // 'ReadWrite'
 */
export function accessOf(operation: OperationName): Access {
  const known = operationsByName.get(operation)
  if (known === undefined)
    throw badValue('operation', 'is none of a document', `Give one of ${operationNames.join(', ')}.`)
  return known.access
}
