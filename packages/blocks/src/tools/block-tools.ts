import { type Operation, type OperationName, operationsByName } from '../document/operations.ts'
import type { KnownBlock } from '../layers/known-blocks.ts'
import { decide } from '../permissions/decide.ts'
import type { FieldSchema, FieldType, PartSchema } from '../schema/block-schema.ts'

/** The parameters of tools, other than the block, section and field. */
export type ParameterName = 'text' | 'old' | 'new' | 'value' | 'item' | 'entry' | 'number' | 'by'

/** A tool that does one operation of a block. */
export interface BlockTool {
  readonly name: string
  readonly description: string
  readonly operation: OperationName
  /** For operations of a field: its possible types. */
  readonly fieldTypes?: readonly FieldType[]
  /** In the order of the operation's arguments, after the field. */
  readonly parameters: readonly ParameterName[]
  /** The answer when it is done. */
  readonly done: string
}

const anyField: readonly FieldType[] = ['text', 'number', 'boolean', 'timestamp', 'counter', 'list']

/** In the order that the model sees. Names and order are stable, so that prompts can be cached. */
export const blockTools: readonly BlockTool[] = [
  {
    name: 'append_to_block',
    description: 'Adds text to the end of a memory block. A new line begins with a line break.',
    operation: 'appendText',
    parameters: ['text'],
    done: 'Added.',
  },
  {
    name: 'replace_in_block',
    description: 'Puts a new text in the place of an old one in a memory block: the first that is exactly the same.',
    operation: 'replaceText',
    parameters: ['old', 'new'],
    done: 'Replaced.',
  },
  {
    name: 'set_block_field',
    description: 'Gives a field of a memory block another value.',
    operation: 'setField',
    fieldTypes: anyField,
    parameters: ['value'],
    done: 'Set.',
  },
  {
    name: 'add_to_block_field',
    description: 'Adds an item to the end of a field of a memory block that is a list.',
    operation: 'appendToListField',
    fieldTypes: ['list'],
    parameters: ['item'],
    done: 'Added.',
  },
  {
    name: 'increment_block_field',
    description: 'Adds a whole number, which may be negative, to a field of a memory block that counts.',
    operation: 'incrementCounter',
    fieldTypes: ['counter'],
    parameters: ['by'],
    done: 'Counted.',
  },
  {
    name: 'unset_block_field',
    description: 'Clears a field of a memory block: it has its default again, or no value.',
    operation: 'unsetField',
    fieldTypes: anyField,
    parameters: [],
    done: 'Cleared.',
  },
  {
    name: 'add_block_item',
    description: 'Adds an item to the end of a memory block that is a list.',
    operation: 'pushItem',
    parameters: ['item'],
    done: 'Added.',
  },
  {
    name: 'update_block_item',
    description: 'Puts another item in the place of one in a memory block that is a list.',
    operation: 'updateItem',
    parameters: ['number', 'item'],
    done: 'Changed.',
  },
  {
    name: 'delete_block_item',
    description: 'Deletes an item of a memory block that is a list.',
    operation: 'deleteItem',
    parameters: ['number'],
    done: 'Deleted.',
  },
  {
    name: 'add_log_entry',
    description: 'Adds an entry to a memory block that is a log.',
    operation: 'appendLogEntry',
    parameters: ['entry'],
    done: 'Added.',
  },
]

/** A part of a block that a tool applies to. */
export interface ToolTarget {
  readonly block: KnownBlock
  /** `undefined`: the block itself. */
  readonly section: string | undefined
  readonly part: PartSchema
  /** The fields that the tool applies to. */
  readonly fields: readonly FieldSchema[]
}

/** The type of blocks and sections a tool is for, and the access it needs. */
export function operationOf({ operation }: BlockTool): Pick<Operation, 'type' | 'access'> {
  return operationsByName.get(operation) as Operation
}

/** Where a tool applies: wherever the permissions allow it, with or without consent. */
export function targetsOf(tool: BlockTool, blocks: readonly KnownBlock[]): readonly ToolTarget[] {
  const { type, access } = operationOf(tool)
  return blocks.flatMap((block) => {
    const { schema, permission, problem } = block.metadata
    if (problem !== undefined) return []
    const parts =
      schema.type === 'composite'
        ? schema.sections.map(({ name, readOnly = false, schema: part }) => ({ section: name, part, readOnly }))
        : [{ section: undefined, part: schema, readOnly: false }]
    return parts.flatMap(({ section, part, readOnly }): readonly ToolTarget[] => {
      if (part.type !== type || decide(permission, access, { readOnly }) === 'deny') return []
      if (tool.fieldTypes === undefined) return [{ block, section, part, fields: [] }]
      const fields = part.type === 'map' ? part.fields.filter((field) => isFor(tool, field)) : []
      return fields.length === 0 ? [] : [{ block, section, part, fields }]
    })
  })
}

function isFor({ fieldTypes = [] }: BlockTool, { type, readOnly = false }: FieldSchema): boolean {
  return !readOnly && fieldTypes.includes(type)
}
