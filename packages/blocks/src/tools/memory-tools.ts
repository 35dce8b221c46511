import type { JsonSchema, ToolDefinition, ToolOutput } from '@lamella/core'
import { type Checks, checkOptions, mustBeBoolean, mustBeFunction, mustBeWhole } from '@lamella/core/plugin'
import { type KnownBlock, knownBlocks } from '../layers/known-blocks.ts'
import { mustBeMemory } from '../layers/options.ts'
import { refusal, toldError } from './answers.ts'
import { type ArchiveMemory, type ArchiveTool, insertArchival, searchArchival, searchMemory } from './archive-tools.ts'
import { blockTools, targetsOf } from './block-tools.ts'
import { checkInput, unknownName } from './check-input.ts'
import { runBlockTool, runView, type ToolMemory, type ToolSettings } from './run-block-tool.ts'
import { definitionOf, labelSchema, objectOf } from './tool-schemas.ts'

/** Which tools there are, and how much they show. */
export interface MemoryToolsOptions {
  /** Whether there are tools for the archive: `search_archival` and `insert_archival`. Default true. */
  readonly archive?: boolean
  /** Whether there is a tool to search everything: `search_memory`. Default true. */
  readonly search?: boolean
  /** Characters (UTF-16 units) that a view or a search shows, about. At least 200, default 8,000. */
  readonly maxCharacters?: number
  /** Characters of a block that are shown after a change. At least 100, default 1,000. */
  readonly echoCharacters?: number
  /** The time, for entries of logs that have one. Without it the model has to say when it was. */
  readonly now?: () => Date
  /** Is told of what is not the model's fault, such as a store that fails. The model is told only that it did not work. */
  readonly onError?: (error: unknown, tool: string) => void
}

/** The tools with which an agent keeps its own memory. */
export interface MemoryTools {
  /** For the request: names and order stay the same as long as the blocks and their permissions do. */
  readonly definitions: readonly ToolDefinition[]
  /** Whether a tool of that name is one of these. */
  has(name: string): boolean
  /**
   * Does a call of the model. What it changes is saved before this resolves. It never rejects: what is wrong with the input, and
   * what may not be done, comes back as `error-text` that says what would do.
   */
  handle(name: string, input: unknown): Promise<ToolOutput>
}

const checks: Checks<MemoryToolsOptions> = {
  archive: mustBeBoolean,
  search: mustBeBoolean,
  maxCharacters: mustBeWhole(200),
  echoCharacters: mustBeWhole(100),
  now: mustBeFunction,
  onError: mustBeFunction,
}

type Run = (input: ReadonlyMap<string, unknown>) => Promise<ToolOutput>

interface Tool {
  readonly definition: ToolDefinition & { readonly inputSchema: JsonSchema }
  readonly run: Run
}

/**
 * Tools for the blocks that an agent has now, its own and those that are shared with it: one for each kind of change that the
 * permission of some block allows, be it after asking somebody. Which block, which section and which field are lists of names in
 * the tool's schema. Calls are held to the permissions of the blocks as they are then.
 *
 * @throws LamellaError `OPTION_INVALID`, and what the memory throws
 * @example
 * const { definitions, handle } = await memoryTools(memory, 'entropy')
 * const context = await builder.build({ scope, message: 'Remember: I like tea.', tools: definitions })
 * const output = await handle('append_to_block', { label: 'human', text: '\nLikes tea.' })
 */
export async function memoryTools(
  memory: ToolMemory & ArchiveMemory,
  agent: string,
  options: MemoryToolsOptions = {},
): Promise<MemoryTools> {
  const {
    archive = true,
    search = true,
    maxCharacters = 8_000,
    echoCharacters = 1_000,
    now,
    onError,
  } = checkOptions('memoryTools', options, checks)
  mustBeMemory('memoryTools', memory)
  const settings: ToolSettings = { memory, agent, maxCharacters, echoCharacters, now }
  const blocks = await knownBlocks(memory, agent)
  const ofArchive = [...(archive ? [searchArchival, insertArchival] : []), ...(search ? [searchMemory] : [])]
  const tools = new Map<string, Tool>()
  for (const tool of [...toolsOfBlocks(blocks, settings), ...ofArchive.map((one) => bound(one, memory, settings))]) {
    tools.set(tool.definition.name, tool)
  }
  const names = [...tools.keys()]

  async function handle(name: string, input: unknown): Promise<ToolOutput> {
    try {
      const tool = tools.get(name)
      if (tool === undefined) return refusal(unknownName('There is no tool', String(name), names))
      const checked = checkInput(name, tool.definition.inputSchema, input)
      return 'problem' in checked ? refusal(checked.problem) : await tool.run(checked.input)
    } catch (error) {
      const { output, isOurs } = toldError(error, echoCharacters)
      if (isOurs) tell(error, name)
      return output
    }
  }

  function tell(error: unknown, name: string): void {
    try {
      onError?.(error, name)
    } catch {
      // Whoever listens has no say in what the model is told.
    }
  }

  return {
    definitions: Object.freeze([...tools.values()].map(({ definition }) => definition)),
    has: (name) => tools.has(name),
    handle,
  }
}

function toolsOfBlocks(blocks: readonly KnownBlock[], settings: ToolSettings): readonly Tool[] {
  const names = blocks.filter(({ metadata }) => metadata.problem === undefined).map(({ name }) => name)
  const from_line = { type: 'integer', minimum: 1, description: 'The first line that is shown. Default 1.' }
  const view: Tool = {
    definition: {
      name: 'view_block',
      description: 'Shows a memory block, also one that is not in the context.',
      inputSchema: objectOf({ label: labelSchema(names), from_line }, ['label']),
    },
    run: (input) => runView(settings, input),
  }
  const changes = blockTools.flatMap((tool): readonly Tool[] => {
    const targets = targetsOf(tool, blocks)
    if (targets.length === 0) return []
    const definition = definitionOf(tool, targets, settings.now !== undefined) as Tool['definition']
    return [{ definition, run: (input) => runBlockTool(tool, settings, input) }]
  })
  return names.length === 0 ? changes : [view, ...changes]
}

function bound({ definition, run }: ArchiveTool, memory: ArchiveMemory, settings: ToolSettings): Tool {
  const { agent, maxCharacters } = settings
  return { definition, run: (input) => run(memory, agent, input, maxCharacters) }
}
