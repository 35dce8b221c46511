import { defineLayer, type Fragment, type Layer } from '@lamella/core'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import type { PromptSection } from '../contract/prompt-section.ts'
import { sectionPriorities } from '../prompt/section-priorities.ts'
import { toolsSummary } from '../prompt/tools-summary.ts'
import { composeSkills, createSkillFragments } from '../skills/skill-fragments.ts'
import type { AssemblyInputs, AssemblyNeeds } from './inputs.ts'

/** Where the history stands, behind all sections; what changes at every turn can stand behind it. */
export const historyOrder = 1_200
/** Where the newest message stands. */
export const messageOrder = 1_300

/** Sections never give way: only skills and the list of tools do, and after the history. */
const owned = { priority: 1_000, stability: 'session' } as const

type SectionLayer = Layer<string, AssemblyNeeds>

/**
 * The layers of the system prompt. No name is one of the standard layers', so that those can stand beside them.
 * They are the sections that an assembler knows, and those of its configuration.
 */
export function sectionLayers(config: ContextAssemblerConfig): readonly SectionLayer[] {
  const { sections = [], generateToolsSummary = false, includeExamplesInPrompt = false } = config
  return [
    fileLayer('agent'),
    fileLayer('soul'),
    fileLayer('context'),
    skillsLayer(includeExamplesInPrompt),
    ...(generateToolsSummary ? [toolsLayer] : []),
    textLayer('additional', ({ additional }) => additional),
    datetimeLayer,
    ...sections.map(customLayer),
  ]
}

function orderOf(priority: number): number {
  return 1_000 - priority
}

/** A text that is always there whole; nothing where it is blank. */
function whole(id: string, text: string | undefined): readonly Fragment[] {
  return text === undefined || text.trim() === '' ? [] : [{ id, content: text, pinned: true }]
}

function textLayer(
  name: 'agent' | 'soul' | 'context' | 'additional',
  read: (assembly: AssemblyInputs) => string | undefined,
): SectionLayer {
  return defineLayer<string, AssemblyNeeds>(name, {
    ...owned,
    order: orderOf(sectionPriorities[name]),
    load: ({ assembly }) => whole(name, read(assembly)),
  })
}

function fileLayer(name: 'agent' | 'soul' | 'context'): SectionLayer {
  return textLayer(name, ({ files }) => files?.[name])
}

function customLayer({ name, content, priority }: PromptSection): Layer {
  return defineLayer(name, {
    ...owned,
    stability: 'static',
    order: orderOf(priority),
    load: () => whole(name, content),
  })
}

function skillsLayer(examples: boolean): SectionLayer {
  const fragmentsOf = createSkillFragments({ examples })
  return defineLayer<string, AssemblyNeeds>('active-skills', {
    ...owned,
    order: orderOf(sectionPriorities.skills),
    priority: 95,
    load: ({ assembly }) => fragmentsOf(assembly.skills),
    compose: composeSkills,
  })
}

const toolsLayer: SectionLayer = defineLayer<string, AssemblyNeeds>('tools-summary', {
  ...owned,
  order: orderOf(sectionPriorities.tools),
  priority: 92,
  load: ({ assembly: { tools } }): readonly Fragment[] => {
    return tools.length === 0 ? [] : [{ id: 'tools', content: toolsSummary(tools) }]
  },
})

const datetimeLayer: SectionLayer = defineLayer<string, AssemblyNeeds>('datetime', {
  ...owned,
  stability: 'turn',
  order: orderOf(sectionPriorities.datetime),
  load: ({ assembly }) => whole('datetime', assembly.datetime),
})
