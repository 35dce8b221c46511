import type { BlockSchema, EntryField, FieldSchema, PartSchema } from '../schema/block-schema.ts'

/**
 * Renders a schema for the model: the type of the block, then one line per field or section.
 *
 * @example
 * schemaText({ type: 'map', fields: [{ name: 'status', type: 'text', readOnly: true, description: 'How it goes.' }] })
 * // Schema: fields
 * // - status (text, read-only): How it goes.
 */
export function schemaText(schema: BlockSchema): string {
  const [head, ...lines] = linesOf(schema)
  return [`Schema: ${head}`, ...lines].join('\n')
}

function linesOf(schema: BlockSchema): readonly string[] {
  if (schema.type !== 'composite') return partLines(schema)
  return [
    'sections',
    ...schema.sections.flatMap(({ name, description, readOnly, schema: part }) => {
      const [head = '', ...lines] = partLines(part)
      return [item(name, [head, ...marks({ readOnly })], description), ...lines.map((line) => `  ${line}`)]
    }),
  ]
}

function partLines(schema: PartSchema): readonly string[] {
  switch (schema.type) {
    case 'text': {
      const { viewport } = schema
      return [viewport ? `text, shows ${viewport.displayLines} lines from line ${viewport.startLine} on` : 'text']
    }
    case 'map':
      return ['fields', ...schema.fields.map(fieldLine)]
    case 'list': {
      const of = schema.item === undefined ? 'any values' : schema.item.type === 'text' ? 'texts' : 'objects'
      const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`
      return [`list of ${of}${most}`, ...(schema.item?.type === 'map' ? schema.item.fields.map(fieldLine) : [])]
    }
    case 'log': {
      const { timestamp, agent, fields } = schema.entry
      return [
        `log, shows the newest ${schema.displayLimit} entries`,
        ...(timestamp === true ? [item('timestamp', ['timestamp'])] : []),
        ...(agent === true ? [item('agent', ['its author'])] : []),
        ...fields.map(fieldLine),
      ]
    }
    default:
      return schema satisfies never
  }
}

function fieldLine(field: FieldSchema | EntryField): string {
  return item(field.name, [field.type, ...marks(field)], field.description)
}

function marks(field: object): readonly string[] {
  const { readOnly, required } = field as { readonly readOnly?: boolean; readonly required?: boolean }
  return [...(readOnly === true ? ['read-only'] : []), ...(required === true ? ['required'] : [])]
}

/** Schemas allow only single-line names; line breaks in a description become spaces. */
function item(name: string, about: readonly string[], description = ''): string {
  const text = description.replace(/\s+/gu, ' ').trim()
  return `- ${name} (${about.join(', ')})${text === '' ? '' : `: ${text}`}`
}
