import type { BlockSchema, MemoryPermission, OperationName, PartSchema, StructuredDocument } from '@lamella/blocks'

/**
 * A model of the accesses that operations need and permissions allow, independent of the code: r reads, a appends, o overwrites,
 * d deletes.
 */
type Letter = 'r' | 'a' | 'o' | 'd'

export interface ModelOperation {
  readonly name: OperationName
  readonly type: PartSchema['type']
  readonly args: readonly unknown[]
  readonly access: Letter
  /** Whether its field is read-only. */
  readonly shut: boolean
}

const fields = [
  { name: 'open', type: 'number' },
  { name: 'shut', type: 'number', readOnly: true },
  { name: 'tags', type: 'list' },
  { name: 'shutTags', type: 'list', readOnly: true },
  { name: 'score', type: 'counter' },
  { name: 'shutScore', type: 'counter', readOnly: true },
  { name: 'text', type: 'text' },
  { name: 'shutText', type: 'text', readOnly: true },
] as const

export const schemas: Readonly<Record<PartSchema['type'], PartSchema>> = {
  text: { type: 'text' },
  map: { type: 'map', fields },
  list: { type: 'list' },
  log: { type: 'log', displayLimit: 9, entry: { fields: [{ name: 'said', type: 'text' }] } },
}

const table: readonly (readonly [OperationName, PartSchema['type'], readonly unknown[], Letter])[] = [
  ['setText', 'text', ['x'], 'o'],
  ['appendText', 'text', ['x'], 'a'],
  ['replaceText', 'text', ['seed', 'x'], 'o'],
  ['getText', 'text', [], 'r'],
  ['setField', 'map', ['open', 7], 'o'],
  ['setField', 'map', ['shut', 7], 'o'],
  ['unsetField', 'map', ['tags'], 'o'],
  ['unsetField', 'map', ['shutTags'], 'o'],
  ['getField', 'map', ['open'], 'r'],
  ['getField', 'map', ['shut'], 'r'],
  ['setTextField', 'map', ['text', 'x'], 'o'],
  ['setTextField', 'map', ['shutText', 'x'], 'o'],
  ['appendToListField', 'map', ['tags', 1], 'a'],
  ['appendToListField', 'map', ['shutTags', 1], 'a'],
  ['removeFromListField', 'map', ['tags', 0], 'o'],
  ['removeFromListField', 'map', ['shutTags', 0], 'o'],
  ['incrementCounter', 'map', ['score', 1], 'o'],
  ['incrementCounter', 'map', ['shutScore', 1], 'o'],
  ['pushItem', 'list', ['x'], 'a'],
  ['insertItem', 'list', [0, 'x'], 'a'],
  ['updateItem', 'list', [0, 'x'], 'o'],
  ['deleteItem', 'list', [0], 'd'],
  ['items', 'list', [], 'r'],
  ['appendLogEntry', 'log', [{ said: 'x' }], 'a'],
  ['logEntries', 'log', [5], 'r'],
]

/** Every operation; field operations with a writable and a read-only field. */
export const operations: readonly ModelOperation[] = table.map(([name, type, args, access]) => ({
  ...{ name, type, args, access },
  shut: String(args[0]).startsWith('shut'),
}))

/** The first operations of the system, so that every later operation has an effect. */
export const seeds: readonly ModelOperation[] = [
  { name: 'setText', type: 'text', args: ['seed of it'], access: 'o', shut: false },
  { name: 'pushItem', type: 'list', args: [{ a: 1 }], access: 'a', shut: false },
  { name: 'appendLogEntry', type: 'log', args: [{ said: 'seed' }], access: 'a', shut: false },
  { name: 'appendToListField', type: 'map', args: ['tags', 'seed'], access: 'a', shut: false },
  { name: 'appendToListField', type: 'map', args: ['shutTags', 'seed'], access: 'a', shut: true },
]

export const places = ['block', 'section', 'read-only section'] as const

export type Place = (typeof places)[number]

/** Creates a block of a type, or a block with a section of the type. */
export function schemaAt(place: Place, type: PartSchema['type']): BlockSchema {
  const schema = schemas[type]
  if (place === 'block') return schema
  return { type: 'composite', sections: [{ name: 's', readOnly: place !== 'section', schema }] }
}

/** The operations by name, for an untyped caller. */
export type Loose = Readonly<Record<string, (...args: unknown[]) => unknown>>

/** Returns the operations of the place: of the document itself, or of its section. */
export function operationsAt(place: Place, document: StructuredDocument): Loose {
  return (place === 'block' ? document : document.section('s')) as unknown as Loose
}

/** Returns the place as options of `changeBlock`. */
export function sectionAt(place: Place): { readonly section?: string } {
  return place === 'block' ? {} : { section: 's' }
}

const allowedTo: Readonly<Record<MemoryPermission, string>> = {
  ReadOnly: 'r',
  Partner: 'r',
  Human: 'r',
  Append: 'ra',
  ReadWrite: 'rao',
  Admin: 'raod',
}
const asks: Readonly<Partial<Record<MemoryPermission, string>>> = { Partner: 'ao', Human: 'ao' }

/** Returns the outcome for an agent under a permission: the operation is allowed, denied, or needs consent. */
export function fateOf(permission: MemoryPermission, access: Letter, isReadOnly = false): 'done' | 'refused' | 'asked' {
  if (access === 'r') return 'done'
  if (isReadOnly) return 'refused'
  if (allowedTo[permission].includes(access)) return 'done'
  return asks[permission]?.includes(access) === true ? 'asked' : 'refused'
}
