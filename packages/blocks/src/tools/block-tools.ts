import type { JsonSchema } from '@lamella/core'
import type { OperationName } from '../document/operations.ts'
import type { FieldType } from '../schema/block-schema.ts'
import { addedItem, fieldValue, type Parameter } from './parameters.ts'

/** A tool that performs one operation of a block. */
export interface BlockTool {
  readonly name: string
  readonly description: string
  readonly operation: OperationName
  /** The field types it applies to, for operations on a field. */
  readonly fieldTypes?: readonly FieldType[]
  /** The parameters after the block, section and field, in the order of the operation's arguments. */
  readonly parameters: Readonly<Record<string, Parameter>>
  /** The first sentence of the answer. */
  readonly done: string
}

const anyField: readonly FieldType[] = ['text', 'number', 'boolean', 'timestamp', 'counter', 'list']

const itemNumber: JsonSchema = { type: 'integer', minimum: 1, description: 'The number of the item, counted from 1.' }

/** In the order that the model sees. Names and order are stable, so that prompts can be cached. */
export const blockTools: readonly BlockTool[] = [
  {
    name: 'append_to_block',
    description: 'Adds text to the end of a memory block. Start the text with a line break to begin a new line.',
    operation: 'appendText',
    parameters: { text: { type: 'string', description: 'The text to add.' } },
    done: 'Added.',
  },
  {
    name: 'replace_in_block',
    description: 'Replaces the first exact occurrence of a text in a memory block.',
    operation: 'replaceText',
    parameters: {
      old: { type: 'string', description: 'The text to replace, word for word.' },
      new: { type: 'string', description: 'The new text. Empty to delete the old one.' },
    },
    done: 'Replaced.',
  },
  {
    name: 'set_block_field',
    description: 'Sets a field of a memory block to a value.',
    operation: 'setField',
    fieldTypes: anyField,
    parameters: { value: fieldValue },
    done: 'Set.',
  },
  {
    name: 'add_to_block_field',
    description: 'Adds an item to the end of a list field of a memory block.',
    operation: 'appendToListField',
    fieldTypes: ['list'],
    parameters: { item: { description: 'The item.' } },
    done: 'Added.',
  },
  {
    name: 'increment_block_field',
    description: 'Adds a whole number, which may be negative, to a counter field of a memory block.',
    operation: 'incrementCounter',
    fieldTypes: ['counter'],
    parameters: { by: { type: 'integer', description: 'The number to add.' } },
    done: 'Counted.',
  },
  {
    name: 'unset_block_field',
    description: 'Clears a field of a memory block: the field returns to its default, or has no value.',
    operation: 'unsetField',
    fieldTypes: anyField,
    parameters: {},
    done: 'Cleared.',
  },
  {
    name: 'add_block_item',
    description: 'Adds an item to the end of a list block.',
    operation: 'pushItem',
    parameters: { item: addedItem('The item.') },
    done: 'Added.',
  },
  {
    name: 'update_block_item',
    description: 'Replaces an item of a list block.',
    operation: 'updateItem',
    parameters: { number: itemNumber, item: addedItem('The item.') },
    done: 'Changed.',
  },
  {
    name: 'delete_block_item',
    description: 'Deletes an item of a list block.',
    operation: 'deleteItem',
    parameters: { number: itemNumber },
    done: 'Deleted.',
  },
  {
    name: 'add_log_entry',
    description: 'Adds an entry to a log block.',
    operation: 'appendLogEntry',
    parameters: { entry: addedItem('The entry.') },
    done: 'Added.',
  },
]
