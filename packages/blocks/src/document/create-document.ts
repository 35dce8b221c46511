import { checkOptions, isObject } from '@lamella/core/plugin'
import type { BlockSchema } from '../schema/block-schema.ts'
import { checkSchema } from '../schema/check-schema.ts'
import { documentChecks, loadChecks } from './check-options.ts'
import { badValue } from './check-value.ts'
import { makeDocument } from './document.ts'
import { openReplica } from './replica.ts'
import { openSession } from './session.ts'
import type { DocumentOptions, LoadOptions, StructuredDocument } from './structured-document.ts'

/**
 * Creates an empty document. Documents of one schema merge, even if they were created independently.
 *
 * @throws LamellaError `OPTION_INVALID`, `BLOCK_SCHEMA_INVALID`
 * @example
 * const notes = createDocument({ schema: { type: 'text' }, label: 'notes' })
 * notes.setText('Hello, world!')
 * notes.replaceText('Hello', 'Hi') // true
 * notes.render() // 'Hi, world!'
 */
export function createDocument<const Schema extends BlockSchema>(
  options: DocumentOptions<Schema>,
): StructuredDocument<Schema> {
  checkOptions('createDocument', options, documentChecks, ['schema', 'label'])
  return make(options, [])
}

/**
 * Creates a document from a snapshot and later updates. Omits parts that do not match the schema and lists them in
 * `notices`.
 *
 * @throws LamellaError `BLOCK_BYTES_INVALID`, `BLOCK_VALUE_INVALID`, `OPTION_INVALID`, `BLOCK_SCHEMA_INVALID`
 * @example
 * const copy = loadDocument({ schema: notes.schema, label: 'notes', snapshot: notes.exportSnapshot() })
 * copy.render() // 'Hi, world!'
 */
export function loadDocument<const Schema extends BlockSchema>(
  options: LoadOptions<Schema>,
): StructuredDocument<Schema> {
  checkOptions('loadDocument', options, loadChecks, ['schema', 'label'])
  const { snapshot, updates = [], ...rest } = options
  if (!Array.isArray(updates)) throw badValue('updates', 'are not a list')
  return make(rest, [...(snapshot === undefined ? [] : [snapshot]), ...updates])
}

function make<Schema extends BlockSchema>(
  options: DocumentOptions<Schema>,
  bytes: readonly Uint8Array[],
): StructuredDocument<Schema> {
  const { permission = 'ReadWrite' } = options
  const replica = openReplica({ ...options, schema: checkSchema(options.schema), permission }, bytes)
  return makeDocument(openSession(replica, () => replica.close()))
}

/**
 * Types a document, such as one from a memory, by its schema.
 *
 * @throws LamellaError `BLOCK_VALUE_INVALID` if the document has another schema
 * @example
 * const document = await memory.getBlock('entropy', 'profile')
 * if (document) withSchema(document, profile).setField('name', 'Alice')
 */
export function withSchema<const Schema extends BlockSchema>(
  document: StructuredDocument,
  schema: Schema,
): StructuredDocument<Schema> {
  const wanted = JSON.stringify(checkSchema(schema))
  if (!isObject(document) || JSON.stringify(document.schema) !== wanted)
    throw badValue('document', 'has another schema', 'Pass the value of document.schema.')
  return document as unknown as StructuredDocument<Schema>
}
