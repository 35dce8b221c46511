import { accessOf, type OperationName } from '../document/operations.ts'
import type { KnownBlock } from '../layers/known-blocks.ts'
import { decide } from '../permissions/decide.ts'
import type { FieldSchema, FieldType, PartSchema } from '../schema/block-schema.ts'

/** What a tool is given beside the block that it is for. */
export type ParameterName = 'text' | 'old' | 'new' | 'value' | 'item' | 'entry' | 'number' | 'by'

/** A tool of the model that does one operation of a block. */
export interface BlockTool {
  readonly name: string
  readonly description: string
  readonly operation: OperationName
  /** What it is for: blocks, or sections, of this type. */
  readonly type: PartSchema['type']
  /** For operations of a field: of which types it can be. */
  readonly fieldTypes?: readonly FieldType[]
  /** In the order of the operation's arguments, behind the field. */
  readonly parameters: readonly ParameterName[]
  /** What is told when it was done. */
  readonly done: string
}

const anyField: readonly FieldType[] = ['text', 'number', 'boolean', 'timestamp', 'counter', 'list']

/** In the order in which the model is told them: names and order stay, so that prompts can be cached. */
export const blockTools: readonly BlockTool[] = [
  {
    name: 'append_to_block',
    description: 'Adds text to the end of a memory block. A new line begins with a line break.',
    operation: 'appendText',
    type: 'text',
    parameters: ['text'],
    done: 'Added.',
  },
  {
    name: 'replace_in_block',
    description: 'Puts a new text in the place of an old one in a memory block: the first that is exactly the same.',
    operation: 'replaceText',
    type: 'text',
    parameters: ['old', 'new'],
    done: 'Replaced.',
  },
  {
    name: 'set_block_field',
    description: 'Gives a field of a memory block another value.',
    operation: 'setField',
    type: 'map',
    fieldTypes: anyField,
    parameters: ['value'],
    done: 'Set.',
  },
  {
    name: 'add_to_block_field',
    description: 'Adds an item to the end of a field of a memory block that is a list.',
    operation: 'appendToListField',
    type: 'map',
    fieldTypes: ['list'],
    parameters: ['item'],
    done: 'Added.',
  },
  {
    name: 'increment_block_field',
    description: 'Adds a whole number, which may be negative, to a field of a memory block that counts.',
    operation: 'incrementCounter',
    type: 'map',
    fieldTypes: ['counter'],
    parameters: ['by'],
    done: 'Counted.',
  },
  {
    name: 'unset_block_field',
    description: 'Clears a field of a memory block: it has its default again, or no value.',
    operation: 'unsetField',
    type: 'map',
    fieldTypes: anyField,
    parameters: [],
    done: 'Cleared.',
  },
  {
    name: 'add_block_item',
    description: 'Adds an item to the end of a memory block that is a list.',
    operation: 'pushItem',
    type: 'list',
    parameters: ['item'],
    done: 'Added.',
  },
  {
    name: 'update_block_item',
    description: 'Puts another item in the place of one in a memory block that is a list.',
    operation: 'updateItem',
    type: 'list',
    parameters: ['number', 'item'],
    done: 'Changed.',
  },
  {
    name: 'delete_block_item',
    description: 'Deletes an item of a memory block that is a list.',
    operation: 'deleteItem',
    type: 'list',
    parameters: ['number'],
    done: 'Deleted.',
  },
  {
    name: 'add_log_entry',
    description: 'Adds an entry to a memory block that is a log.',
    operation: 'appendLogEntry',
    type: 'log',
    parameters: ['entry'],
    done: 'Added.',
  },
]

/** A part of a block that a tool can be used on. */
export interface ToolTarget {
  readonly block: KnownBlock
  /** `undefined`: the block itself. */
  readonly section: string | undefined
  readonly part: PartSchema
  /** Those that the tool is for. */
  readonly fields: readonly FieldSchema[]
}

/** What of the blocks a tool is for, as far as their permissions allow it, be it after asking somebody. */
export function targetsOf(tool: BlockTool, blocks: readonly KnownBlock[]): readonly ToolTarget[] {
  const access = accessOf(tool.operation)
  return blocks.flatMap((block) => {
    const { schema, permission, problem } = block.metadata
    if (problem !== undefined) return []
    const parts =
      schema.type === 'composite'
        ? schema.sections.map(({ name, readOnly = false, schema: part }) => ({ section: name, part, readOnly }))
        : [{ section: undefined, part: schema, readOnly: false }]
    return parts.flatMap(({ section, part, readOnly }): readonly ToolTarget[] => {
      if (part.type !== tool.type || decide(permission, access, { readOnly }) === 'deny') return []
      if (tool.fieldTypes === undefined) return [{ block, section, part, fields: [] }]
      const fields = part.type === 'map' ? part.fields.filter((field) => isFor(tool, field)) : []
      return fields.length === 0 ? [] : [{ block, section, part, fields }]
    })
  })
}

function isFor({ fieldTypes = [] }: BlockTool, { type, readOnly = false }: FieldSchema): boolean {
  return !readOnly && fieldTypes.includes(type)
}
