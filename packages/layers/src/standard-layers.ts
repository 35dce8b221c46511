import type { Layer } from '@lamella/core'
import { checkOptions, isObject } from '@lamella/core/plugin'
import { type BootstrapOptions, bootstrap } from './bootstrap.ts'
import { history } from './history/history.ts'
import type { HistoryOptions } from './history/history-options.ts'
import { type MemoryOptions, memory } from './memory/memory.ts'
import { message } from './message.ts'
import { type SkillsOptions, skills } from './skills/skills.ts'
import { type SystemOptions, system } from './system.ts'
import { type ToolsOptions, tools } from './tools/tools.ts'

/** Options of `standardLayers`: the options of each layer. Layers without a source are empty. */
export interface StandardLayersOptions {
  readonly system?: SystemOptions
  readonly bootstrap?: BootstrapOptions
  readonly memory?: MemoryOptions
  readonly skills?: SkillsOptions
  readonly tools?: ToolsOptions
  readonly history?: HistoryOptions
}

/** The standard layers in the order of the context. */
export type StandardLayers = readonly [
  Layer<'system'>,
  Layer<'bootstrap'>,
  Layer<'memory'>,
  Layer<'skills'>,
  Layer<'tools'>,
  Layer<'history'>,
  Layer<'message'>,
]

/**
 * Creates all seven standard layers, in their order: system, bootstrap, memory, skills, tools, history, message.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const context = await createContext()
 *   .use(standardLayers({ system: { soul: 'You are Kim.' }, history: { maxMessages: 20 } }))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme', kind: 'private' }, session: [], message: 'Hello' })
 */
export function standardLayers(options: StandardLayersOptions = {}): StandardLayers {
  const given = checkOptions('standardLayers', options, {
    system: isOptions,
    bootstrap: isOptions,
    memory: isOptions,
    skills: isOptions,
    tools: isOptions,
    history: isOptions,
  })
  return Object.freeze([
    system(given.system),
    bootstrap(given.bootstrap),
    memory(given.memory ?? { source: { entries: () => ({ entries: [] }) } }),
    skills(given.skills ?? { source: { skills: () => ({ skills: [] }) } }),
    tools(given.tools),
    history(given.history),
    message(),
  ] as const)
}

function isOptions(value: unknown): string | undefined {
  return isObject(value) ? undefined : "must be an object: the layer's options"
}
