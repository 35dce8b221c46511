import type { JsonSchema } from '@lamella/core'
import { cutText, isObject } from '@lamella/core/plugin'
import { answer, refusal, type ToolInput, toolInputSchema, unknownName } from '@lamella/store'
import { operationsByName } from '../document/operations.ts'
import { type KnownBlock, knownBlocks } from '../layers/known-blocks.ts'
import { decide } from '../permissions/decide.ts'
import { renderBlock } from '../render/render-block.ts'
import type { FieldSchema, PartSchema } from '../schema/block-schema.ts'
import { partSchemas } from '../schema/part-schemas.ts'
import type { BlockOptions } from '../store/block-memory.ts'
import { type BlockTool, blockTools } from './block-tools.ts'
import { oneOf, type Tool, type ToolSettings } from './tool.ts'

/** A part of a block that a tool applies to. */
interface Target {
  readonly name: string
  /** `undefined` for the whole block. */
  readonly section: string | undefined
  readonly part: PartSchema
  /** The fields that the tool applies to. */
  readonly fields: readonly FieldSchema[]
}

/** Creates the tools that view and change blocks, limited to changes that some block's permission allows. */
export function toolsForBlocks(blocks: readonly KnownBlock[], settings: ToolSettings): readonly Tool[] {
  const readable = blocks.filter(({ metadata }) => metadata.problem === undefined)
  const changes = blockTools.flatMap((tool) => {
    const targets = readable.flatMap((block) => targetsIn(block, tool))
    return targets.length === 0 ? [] : [changeTool(tool, targets, settings)]
  })
  return readable.length === 0 ? [] : [viewTool(readable, settings), ...changes]
}

function viewTool(blocks: readonly KnownBlock[], settings: ToolSettings): Tool {
  const label = labelSchema(blocks.map(({ name }) => name))
  const from_line = { type: 'integer', minimum: 1, description: 'The first line to show. Default 1.' }
  return {
    definition: {
      name: 'view_block',
      description: 'Shows a memory block, even one that is not in the context.',
      inputSchema: toolInputSchema('view_block', { label, from_line }, ['label']),
    },
    run: async (input) => {
      const block = await findBlock(settings, input)
      if (typeof block === 'string') return refusal(block)
      const content = await contentOf(settings, block)
      if (content === undefined) return refusal(`Block '${block.name}' no longer exists.`)
      const from = (input.get('from_line') as number | undefined) ?? 1
      return answer(viewBlock(block, content, from, settings.maxCharacters))
    },
  }
}

function changeTool(tool: BlockTool, targets: readonly Target[], settings: ToolSettings): Tool {
  const { memory, agent, echoCharacters, now } = settings
  const { name, description, operation, done } = tool
  return {
    definition: { name, description, inputSchema: inputSchema(tool, targets, now !== undefined) },
    run: async (input) => {
      const block = await findBlock(settings, input)
      if (typeof block === 'string') return refusal(block)
      const section = input.get('section') as string | undefined
      const { label, schema } = block.metadata
      const part = partSchemas(schema).find((one) => one.section === section)?.schema
      const isTimed = now !== undefined && part?.type === 'log' && part.entry.timestamp === true
      const args = argumentsOf(tool, input, part, isTimed ? now().toISOString() : undefined)
      const options = { ...ownerOf(block), ...(section !== undefined && { section }) }
      // The memory decides what the agent may change, and finds the section and the field.
      if ((await memory.changeBlock(agent, label, operation, args, options)) === false) {
        return refusal(`Nothing was replaced: '${block.name}' does not contain that text. View the block first.`)
      }
      const content = (await contentOf(settings, block)) ?? ''
      return answer(`${done} '${block.name}' is now:\n${cutText(content, echoCharacters, { head: 0.5 })}`)
    },
  }
}

/** Returns the parts of a block that the permissions let a tool change, with or without consent. */
function targetsIn({ name, metadata }: KnownBlock, tool: BlockTool): readonly Target[] {
  const known = operationsByName.get(tool.operation)
  if (known === undefined) return []
  return partSchemas(metadata.schema).flatMap(({ section, readOnly, schema: part }): readonly Target[] => {
    if (part.type !== known.type || decide(metadata.permission, known.access, { readOnly }) === 'deny') return []
    const { fieldTypes } = tool
    if (fieldTypes === undefined || part.type !== 'map') return [{ name, section, part, fields: [] }]
    const fields = part.fields.filter((field) => field.readOnly !== true && fieldTypes.includes(field.type))
    return fields.length === 0 ? [] : [{ name, section, part, fields }]
  })
}

function inputSchema(
  { name, fieldTypes, parameters }: BlockTool,
  targets: readonly Target[],
  hasClock: boolean,
): JsonSchema {
  const sections = [...new Set(targets.flatMap(({ section }) => section ?? []))]
  const fields = targets.flatMap((target) => target.fields)
  const fieldNames = [...new Set(fields.map((field) => field.name))]
  const context = { parts: targets.map(({ part }) => part), fields, hasClock }
  const properties: Readonly<Record<string, JsonSchema>> = {
    label: labelSchema([...new Set(targets.map(({ name }) => name))]),
    ...(sections.length > 0 && { section: oneOf(sections, sectionsText(targets)) }),
    ...(fieldTypes !== undefined && { field: oneOf(fieldNames, 'The field.') }),
    ...Object.fromEntries(
      Object.entries(parameters).map(([key, one]) => [key, typeof one === 'function' ? one(context) : one]),
    ),
  }
  const isSectionRequired = targets.every(({ section }) => section !== undefined)
  const required = Object.keys(properties).filter((key) => key !== 'section' || isSectionRequired)
  return toolInputSchema(name, properties, required)
}

function labelSchema(names: readonly string[]): JsonSchema {
  const isShared = names.some((name) => name.includes('@'))
  return oneOf(names, isShared ? 'The block. A block that another agent shares is called label@agent.' : 'The block.')
}

function sectionsText(targets: readonly Target[]): string {
  const byBlock = new Map<string, readonly string[]>()
  for (const { name, section } of targets) {
    if (section !== undefined) byBlock.set(name, [...(byBlock.get(name) ?? []), section])
  }
  const lists = [...byBlock].map(([name, sections]) => `${name}: ${sections.join(', ')}`)
  return `The section, for blocks that have sections. ${lists.join('; ')}.`
}

/**
 * Finds the current state of a block, because others may have been created or deleted since the tools were made;
 * returns a refusal if it does not exist.
 */
async function findBlock({ memory, agent }: ToolSettings, input: ToolInput): Promise<KnownBlock | string> {
  const blocks = await knownBlocks(memory, agent)
  const label = input.get('label') as string
  const found = blocks.find(({ name }) => name === label)
  const names = blocks.map(({ name }) => name)
  return found ?? unknownName('There is no block', label, names)
}

/** @param timestamp Replaces the model's own in a log entry. */
function argumentsOf(
  tool: BlockTool,
  input: ToolInput,
  part: PartSchema | undefined,
  timestamp: string | undefined,
): readonly unknown[] {
  const names = [...(tool.fieldTypes === undefined ? [] : ['field']), ...Object.keys(tool.parameters)]
  return names.map((name) => {
    const value = input.get(name)
    if (name === 'number') return (value as number) - 1
    const given = withoutNulls(value, part)
    return timestamp !== undefined && isObject(given) ? { ...given, timestamp } : given
  })
}

/** Leaves out each null that stands for an optional field of an item or an entry: models write it in its place. */
function withoutNulls(value: unknown, part: PartSchema | undefined): unknown {
  const item = part?.type === 'log' ? part.entry : part?.type === 'list' ? part.item : undefined
  if (!isObject(value) || item === undefined || !('fields' in item)) return value
  const optional = new Set(item.fields.flatMap((field) => (field.required === true ? [] : [field.name])))
  return Object.fromEntries(Object.entries(value).filter(([key, one]) => one !== null || !optional.has(key)))
}

async function contentOf({ memory, agent }: ToolSettings, block: KnownBlock): Promise<string | undefined> {
  return await memory.getRenderedContent(agent, block.metadata.label, ownerOf(block))
}

function ownerOf({ owner }: KnownBlock): BlockOptions {
  return owner === undefined ? {} : { owner }
}

/**
 * Renders a block in its tag: at most `max` UTF-16 units of its content in whole lines, then how to view the rest.
 *
 * @param from The first line to show, counted from 1.
 */
function viewBlock({ metadata, sharedFrom }: KnownBlock, content: string, from: number, max: number): string {
  const { label, permission, description } = metadata
  return renderBlock({ label, permission, description, sharedFrom, content: linesFrom(content, from, max) })
}

function linesFrom(content: string, from: number, max: number): string {
  if (from === 1 && content.length <= max) return content
  const lines = content.split('\n').flatMap((line) => piecesOf(line, max))
  if (lines.length < from) return `[The block has ${lines.length} lines: none from line ${from} on.]`
  let end = from - 1
  let length = -1
  while (end < lines.length && length + 1 + (lines[end] ?? '').length <= max) length += 1 + (lines[end++] ?? '').length
  const more = `… [${lines.length - end} more lines: view from_line ${end + 1}]`
  return [...lines.slice(from - 1, end), ...(end < lines.length ? [more] : [])].join('\n')
}

/** Returns a line in pieces that can be shown, which count as lines. */
function piecesOf(line: string, max: number): readonly string[] {
  const pieces: string[] = []
  for (let rest = line; rest !== '' || pieces.length === 0; rest = rest.slice(pieces.at(-1)?.length)) {
    pieces.push(cutText(rest, max, { marker: () => '' }))
  }
  return pieces
}
