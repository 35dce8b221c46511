import type { Notice, ToolDefinition } from '@lamella/core'
import type { ActiveSkill } from '../contract/skill-provider.ts'
import type { AgentTool, ToolExecutor, ToolFilter } from '../contract/tool-executor.ts'
import { ask } from '../dependency-errors.ts'
import { checkTools } from './check-tools.ts'
import { createPlainTool, type PlainTool } from './plain-tool.ts'
import { type ExcludedTool, judgeOf } from './tool-filter.ts'

/** What `gather` needs of a skill. */
export type SkillTools = Pick<ActiveSkill, 'id' | 'tools'>

/** Tools for a model, and those that are not for it. */
export interface GatheredTools {
  readonly tools: readonly ToolDefinition[]
  /** In the order in which they were found. */
  readonly excluded: readonly ExcludedTool[]
  /** `TOOL_DUPLICATE` for each tool whose name another one has already. */
  readonly notices: readonly Notice[]
}

/** Tools of one place. */
interface Source {
  /** As the end of a sentence. */
  readonly of: string
  readonly tools: readonly AgentTool[]
}

/**
 * Collects the tools for a model: those of an executor, those of skills, and others, in this order. What comes out are plain
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
   * The executor's tools that a filter lets pass. Two of one name are both there.
   *
   * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `OPTION_INVALID`
   */
  async collectFromExecutor(filter: ToolFilter = {}): Promise<ToolDefinition[]> {
    const judge = judgeOf(filter)
    const { tools } = await this.#ofExecutor(filter)
    return tools.filter((tool) => judge(tool) === undefined).map(this.#plain)
  }

  /**
   * The tools that active skills bring, in the order of the skills.
   *
   * @throws LamellaError `DEPENDENCY_INVALID`, `OPTION_INVALID`
   */
  async collectFromSkills(skills: readonly SkillTools[], filter: ToolFilter = {}): Promise<ToolDefinition[]> {
    const judge = judgeOf(filter)
    const tools = skills.map(ofSkill).flatMap((source) => source.tools)
    return tools.filter((tool) => judge(tool) === undefined).map(this.#plain)
  }

  /** All tools of some lists; of one name the first stays. */
  mergeTools(...lists: readonly (readonly ToolDefinition[])[]): ToolDefinition[] {
    const tools = new Map<string, ToolDefinition>()
    for (const tool of lists.flat()) if (!tools.has(tool.name)) tools.set(tool.name, tool)
    return [...tools.values()]
  }

  /**
   * The tools of the executor and of skills that a filter lets pass; of one name the first stays.
   *
   * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `OPTION_INVALID`
   */
  async collect(skills: readonly SkillTools[], filter: ToolFilter = {}): Promise<ToolDefinition[]> {
    return [...(await this.gather(skills, filter)).tools]
  }

  /**
   * The same with further tools behind them, and with what became of the others.
   *
   * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `OPTION_INVALID`
   */
  async gather(
    skills: readonly SkillTools[],
    filter: ToolFilter = {},
    additional: readonly AgentTool[] = [],
  ): Promise<GatheredTools> {
    const judge = judgeOf(filter)
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
        const why = judge(tool) ?? (first === undefined ? undefined : { name, reason: 'duplicate' as const })
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
    // Not the filter itself: the executor may keep or change what it is given.
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
  const what = `${first} and ${second} both have a tool '${name}'; that of ${second} is left out.`
  return { code: 'TOOL_DUPLICATE', what, fix: 'Rename one of them.' }
}
