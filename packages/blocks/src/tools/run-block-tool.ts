import type { ToolOutput } from '@lamella/core'
import { cutText, isObject } from '@lamella/core/plugin'
import { type KnownBlock, knownBlocks } from '../layers/known-blocks.ts'
import type { PartSchema } from '../schema/block-schema.ts'
import type { BlockMemory, BlockOptions } from '../store/block-memory.ts'
import { answer, refusal } from './answers.ts'
import { type BlockTool, operationOf } from './block-tools.ts'
import { unknownName } from './check-input.ts'
import { viewBlock } from './view-block.ts'

/** What tools of blocks need of a memory. */
export type ToolMemory = Pick<BlockMemory, 'listBlocks' | 'listSharedBlocks' | 'getRenderedContent' | 'changeBlock'>

/** What every call is made with. */
export interface ToolSettings {
  readonly memory: ToolMemory
  readonly agent: string
  /** Characters (UTF-16 units) of what is shown, about. */
  readonly maxCharacters: number
  /** Characters of a block that is shown after a change. */
  readonly echoCharacters: number
  readonly now: (() => Date) | undefined
}

/** Shows a block. */
export async function runView(settings: ToolSettings, input: ReadonlyMap<string, unknown>): Promise<ToolOutput> {
  const block = await findBlock(settings, input)
  if ('problem' in block) return refusal(block.problem)
  const content = await contentOf(settings, block.found)
  if (content === undefined) return refusal(`Block '${block.found.name}' is not there any more.`)
  const from = (input.get('from_line') as number | undefined) ?? 1
  return answer(viewBlock(block.found, content, from, settings.maxCharacters))
}

/** Changes a block and tells what it says then. What may be changed is for the memory to decide. */
export async function runBlockTool(
  tool: BlockTool,
  settings: ToolSettings,
  input: ReadonlyMap<string, unknown>,
): Promise<ToolOutput> {
  const block = await findBlock(settings, input)
  if ('problem' in block) return refusal(block.problem)
  const { found } = block
  const target = findPart(tool, found, input)
  if ('problem' in target) return refusal(target.problem)
  const { memory, agent, echoCharacters } = settings
  const section = input.get('section') as string | undefined
  const args = argumentsOf(tool, target.part, settings, input)
  const options = { ...optionsOf(found), ...(section === undefined ? {} : { section }) }
  const done = await memory.changeBlock(agent, found.metadata.label, tool.operation, args, options)
  if (done === false) {
    return refusal(`Nothing was replaced: '${found.name}' does not say that, word for word. View the block first.`)
  }
  const content = (await contentOf(settings, found)) ?? ''
  return answer(`${tool.done} '${found.name}' says now:\n${cutText(content, echoCharacters, { head: 0.5 })}`)
}

type Found = { readonly found: KnownBlock } | { readonly problem: string }

/** Blocks are looked for anew: others may have made and deleted some since the tools were. */
async function findBlock({ memory, agent }: ToolSettings, input: ReadonlyMap<string, unknown>): Promise<Found> {
  const blocks = await knownBlocks(memory, agent)
  const label = input.get('label') as string
  const found = blocks.find(({ name }) => name === label)
  const names = blocks.map(({ name }) => name)
  if (found === undefined) return { problem: unknownName('There is no block', label, names) }
  const { problem } = found.metadata
  return problem === undefined ? { found } : { problem: `Block '${label}' cannot be read: ${problem}.` }
}

type FoundPart = { readonly part: PartSchema } | { readonly problem: string }

/** The part of a block that a call is about, or why the tool is not for it, told with what there is instead. */
function findPart(tool: BlockTool, block: KnownBlock, input: ReadonlyMap<string, unknown>): FoundPart {
  const { schema } = block.metadata
  const section = input.get('section') as string | undefined
  const sections = schema.type === 'composite' ? schema.sections : []
  if (schema.type !== 'composite' && section !== undefined) {
    return { problem: `Block '${block.name}' has no sections.` }
  }
  const part = schema.type === 'composite' ? sections.find(({ name }) => name === section)?.schema : schema
  if (part === undefined) {
    const names = sections.map(({ name }) => name)
    if (section !== undefined) return { problem: unknownName(`Block '${block.name}' has no section`, section, names) }
    return { problem: `Say which section of '${block.name}': ${names.join(', ')}.` }
  }
  const where = section === undefined ? `Block '${block.name}'` : `Section '${section}' of '${block.name}'`
  const { type } = operationOf(tool)
  if (part.type !== type) return { problem: `${where} is a ${part.type}, and ${tool.name} is for a ${type}.` }
  if (part.type !== 'map') return { part }
  const field = input.get('field') as string
  const fields = part.fields.map(({ name }) => name)
  return fields.includes(field) ? { part } : { problem: unknownName(`${where} has no field`, field, fields) }
}

function argumentsOf(
  tool: BlockTool,
  part: PartSchema,
  { now }: ToolSettings,
  input: ReadonlyMap<string, unknown>,
): readonly unknown[] {
  const isTimed = part.type === 'log' && part.entry.timestamp === true
  const args = tool.parameters.map((name) => {
    const value = input.get(name)
    if (name === 'number') return (value as number) - 1
    return isTimed ? withTime(value, now) : value
  })
  return tool.fieldTypes === undefined ? args : [input.get('field'), ...args]
}

/** The time of an entry is not for the model to say where there is a clock. */
function withTime(entry: unknown, now: (() => Date) | undefined): unknown {
  return now === undefined || !isObject(entry) ? entry : { ...entry, timestamp: now().toISOString() }
}

async function contentOf({ memory, agent }: ToolSettings, block: KnownBlock): Promise<string | undefined> {
  return await memory.getRenderedContent(agent, block.metadata.label, optionsOf(block))
}

function optionsOf({ owner }: KnownBlock): BlockOptions {
  return owner === undefined ? {} : { owner }
}
