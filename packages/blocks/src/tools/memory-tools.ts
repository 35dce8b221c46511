import type { ToolDefinition, ToolOutput } from '@lamella/core'
import { type Checks, checkOptions, mustBeBoolean, mustBeFunction, mustBeWhole } from '@lamella/core/plugin'
import { checkToolInput, refusal, unknownName } from '@lamella/store'
import { knownBlocks } from '../layers/known-blocks.ts'
import { mustBeMemory } from '../layers/options.ts'
import { errorAnswer } from './answers.ts'
import { archiveTools, searchTool } from './archive-tools.ts'
import { toolsForBlocks } from './change-tools.ts'
import type { ToolMemory, ToolSettings } from './tool.ts'

/** Options of `memoryTools`. */
export interface MemoryToolsOptions {
  /** Includes `search_archival` and `insert_archival`. Default: if the archive can be searched. */
  readonly archive?: boolean
  /** Includes `search_memory`, which searches everything. Default: if anything can be searched. */
  readonly search?: boolean
  /** Approximate length of a view or a search, in characters (UTF-16 units). At least 200, default 8,000. */
  readonly maxCharacters?: number
  /** The maximum number of characters of a block that the answer shows after a change. At least 100, default 1,000. */
  readonly echoCharacters?: number
  /** The clock, for log entries with a timestamp. Without it the model supplies the timestamp. */
  readonly now?: () => Date
  /** Receives errors that the model did not cause, such as a failing store. The model sees only that the call failed. */
  readonly onError?: (error: unknown, tool: string) => void
}

/** The tools with which an agent edits its own memory. */
export interface MemoryTools {
  /** The tools for the request. Names and order change only when the blocks or their permissions do. */
  readonly definitions: readonly ToolDefinition[]
  /** Whether this is the name of one of the tools. */
  has(name: string): boolean
  /**
   * Runs a call of the model. Changes are saved before this resolves. It never rejects: an invalid input or a forbidden
   * change returns `error-text` with advice for the model.
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

/**
 * Creates tools for the agent's current blocks, including shared ones: one for each kind of change that some block's
 * permission allows, with or without consent. A tool's schema lists the blocks, sections and fields it applies to. Each
 * call is checked against the permissions at that time.
 *
 * @throws LamellaError `OPTION_INVALID`, and errors of the memory
 * @example
 * const { definitions, handle } = await memoryTools(memory, 'entropy')
 * const context = await builder.build({ scope, message: 'Remember: I like tea.', tools: definitions })
 * const output = await handle('append_to_block', { label: 'human', text: '\nLikes tea.' })
 */
export async function memoryTools(
  memory: ToolMemory,
  agent: string,
  options: MemoryToolsOptions = {},
): Promise<MemoryTools> {
  const checked = checkOptions('memoryTools', options, checks)
  mustBeMemory('memoryTools', memory)
  const { archive = memory.searches?.archive ?? true, search = memory.searches?.any ?? true } = checked
  const { maxCharacters = 8_000, echoCharacters = 1_000, now, onError } = checked
  const settings: ToolSettings = { memory, agent, maxCharacters, echoCharacters, now }
  const all = [
    ...toolsForBlocks(await knownBlocks(memory, agent), settings),
    ...(archive ? archiveTools(settings) : []),
    ...(search ? [searchTool(settings)] : []),
  ]
  const tools = new Map(all.map((tool) => [tool.definition.name, tool]))

  async function handle(name: string, input: unknown): Promise<ToolOutput> {
    try {
      const tool = tools.get(name)
      if (tool === undefined) return refusal(unknownName('There is no tool', String(name), [...tools.keys()]))
      const checkedInput = checkToolInput(name, tool.definition.inputSchema, input)
      return 'problem' in checkedInput ? refusal(checkedInput.problem) : await tool.run(checkedInput.input)
    } catch (error) {
      const { output, isFault } = errorAnswer(error, echoCharacters)
      try {
        if (!isFault) onError?.(error, name)
      } catch {
        // A throwing listener does not change the answer.
      }
      return output
    }
  }

  return {
    definitions: Object.freeze(all.map(({ definition }) => definition)),
    has: (name) => tools.has(name),
    handle,
  }
}
