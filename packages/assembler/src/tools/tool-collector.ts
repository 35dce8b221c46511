import type { Notice, ToolDefinition } from '@lamella/core'
import type { ActiveSkill } from '../contract/skill-provider.ts'
import type { AgentTool, ToolExecutor, ToolFilter } from '../contract/tool-executor.ts'
import { ask } from '../dependency-errors.ts'
import { checkTools } from './check-tools.ts'
import { createPlainTool, type PlainTool } from './plain-tool.ts'
import { createExclusion, type ExcludedTool } from './tool-filter.ts'

/** The part of a skill that `gather` needs. */
export type SkillTools = Pick<ActiveSkill, 'id' | 'tools'>

/** Tools for a model, and excluded tools. */
export interface GatheredTools {
  readonly tools: readonly ToolDefinition[]
  /** Tools in the order in which they were found. */
  readonly excluded: readonly ExcludedTool[]
  /** `TOOL_DUPLICATE` for each tool whose name is already taken. */
  readonly notices: readonly Notice[]
}

/** Tools from one source. */
interface Source {
  /** The source's name, as the end of a sentence. */
  readonly of: string
  readonly tools: readonly AgentTool[]
}

/**
 * Collects the tools for a model: those of an executor, those of skills, and others, in this order. It returns plain
 * definitions, the same objects each time for the same tools, so that their tokens are counted once.
 *
 * @example
 * const collector = new ToolCollector(toolExecutor)
 * const tools = await collector.collect(skills, { permissions: ['fs.read', 'network.*'] })
 */
export class ToolCollector {
  readonly #executor: ToolExecutor | undefined
  readonly #plain: PlainTool = createPlainTool()

  constructor(toolExecutor?: ToolExecutor) {
    this.#executor = toolExecutor
  }

  /**
   * Returns the executor's tools that pass a filter. Tools with the same name are both included.
   *
   * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `OPTION_INVALID`
   */
  async collectFromExecutor(filter: ToolFilter = {}): Promise<ToolDefinition[]> {
    const exclusionOf = createExclusion(filter)
    const { tools } = await this.#ofExecutor(filter)
    return tools.filter((tool) => exclusionOf(tool) === undefined).map(this.#plain)
  }

  /**
   * Returns the tools of active skills, in the order of the skills.
   *
   * @throws LamellaError `DEPENDENCY_INVALID`, `OPTION_INVALID`
   */
  async collectFromSkills(skills: readonly SkillTools[], filter: ToolFilter = {}): Promise<ToolDefinition[]> {
    const exclusionOf = createExclusion(filter)
    const tools = skills.map(ofSkill).flatMap((source) => source.tools)
    return tools.filter((tool) => exclusionOf(tool) === undefined).map(this.#plain)
  }

  /** Returns all tools of some lists; of tools with the same name the first is kept. */
  mergeTools(...lists: readonly (readonly ToolDefinition[])[]): ToolDefinition[] {
    const tools = new Map<string, ToolDefinition>()
    for (const tool of lists.flat()) if (!tools.has(tool.name)) tools.set(tool.name, tool)
    return [...tools.values()]
  }

  /**
   * Returns the tools of the executor and of skills that pass a filter; of tools with the same name the first is kept.
   *
   * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `OPTION_INVALID`
   */
  async collect(skills: readonly SkillTools[], filter: ToolFilter = {}): Promise<ToolDefinition[]> {
    return [...(await this.gather(skills, filter)).tools]
  }

  /**
   * Returns a collection with further tools after the current ones, and reports what happened to the others.
   *
   * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `OPTION_INVALID`
   */
  async gather(
    skills: readonly SkillTools[],
    filter: ToolFilter = {},
    additional: readonly AgentTool[] = [],
  ): Promise<GatheredTools> {
    const exclusionOf = createExclusion(filter)
    const further = checkTools({ dependency: 'options', method: 'additionalTools' }, additional)
    const sources = [
      await this.#ofExecutor(filter),
      ...skills.map(ofSkill),
      { of: 'the additional tools', tools: further },
    ]
    const tools: ToolDefinition[] = []
    const excluded: ExcludedTool[] = []
    const notices: Notice[] = []
    const takenBy = new Map<string, string>()
    for (const source of sources) {
      for (const tool of source.tools) {
        const { name } = tool
        const first = takenBy.get(name)
        const why = exclusionOf(tool) ?? (first === undefined ? undefined : { name, reason: 'duplicate' as const })
        if (why === undefined) {
          takenBy.set(name, source.of)
          tools.push(this.#plain(tool))
          continue
        }
        excluded.push(why)
        if (why.reason === 'duplicate' && first !== undefined) notices.push(duplicate(name, first, source.of))
      }
    }
    return { tools, excluded, notices }
  }

  async #ofExecutor(filter: ToolFilter): Promise<Source> {
    const of = 'the tool executor'
    const executor = this.#executor
    if (executor === undefined) return { of, tools: [] }
    const method = executor.getForModel === undefined ? 'list' : 'getForModel'
    const asked = { dependency: 'toolExecutor', method }
    // Passes a copy of the filter, because the executor may keep or change it.
    const tools = await ask(asked, () =>
      executor.getForModel === undefined ? executor.list() : executor.getForModel({ ...filter }),
    )
    return { of, tools: checkTools(asked, tools) }
  }
}

function ofSkill({ id, tools = [] }: SkillTools): Source {
  const of = `skill '${id}'`
  return { of, tools: checkTools({ dependency: of, method: 'tools' }, tools) }
}

function duplicate(name: string, first: string, second: string): Notice {
  const what = `${first} and ${second} both have a tool '${name}'; the one from ${second} is left out.`
  return { code: 'TOOL_DUPLICATE', what, fix: 'Rename one of the tools.' }
}
