import { defineLayer, type Fragment, type Layer, type LayerResult } from '@lamella/core'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import type { PromptSection } from '../contract/prompt-section.ts'
import { toolsSummary } from '../prompt/tools-summary.ts'
import { composeSkills, createSkillFragments } from '../skills/skill-fragments.ts'
import type { AssemblyNeeds } from './inputs.ts'

/** The orders of the standard sections, ascending. Layers of a workspace folder have orders from 100 to 500. */
export const sectionOrders: {
  readonly skills: 500
  readonly tools: 600
  readonly additional: 700
  readonly datetime: 900
} = Object.freeze({ skills: 500, tools: 600, additional: 700, datetime: 900 })

/** The order of the history, after all sections; parts that change on every turn can come after it. */
export const historyOrder = 1_200
/** The order of the newest message. */
export const messageOrder = 1_300

/** What survives: skills and the list of tools give way after the history; the other standard sections never do. */
const owned = { priority: 1_000, stability: 'session' } as const

type SectionLayer = Layer<string, AssemblyNeeds>

/**
 * Creates the layers of the system prompt: the assembler's sections and those of its configuration. No name is that of
 * a standard layer, so both can be used together. In a run, a changed text replaces the one before, and new skills are
 * added; a skill that is no longer active begins a new epoch. A section of the configuration is the owner's: a system message
 * to the model, or a new epoch where it takes none.
 */
export function sectionLayers(config: ContextAssemblerConfig): readonly SectionLayer[] {
  const { sections = [], generateToolsSummary = false, includeExamplesInPrompt = false } = config
  return [
    skillsLayer(includeExamplesInPrompt),
    ...(generateToolsSummary ? [toolsLayer] : []),
    additionalLayer,
    datetimeLayer,
    ...sections.map(customLayer),
  ]
}

/** Makes a text that is always included in full, or nothing if it is blank. */
function whole(id: string, text: string | undefined): readonly Fragment[] {
  return text === undefined || text.trim() === '' ? [] : [{ id, content: text, pinned: true }]
}

const additionalLayer: SectionLayer = defineLayer<string, AssemblyNeeds>('additional', {
  ...owned,
  order: sectionOrders.additional,
  update: 'replace',
  load: ({ assembly }) => whole('additional', assembly.additional),
})

function customLayer({ name, content, order, priority }: PromptSection): Layer {
  return defineLayer(name, {
    ...owned,
    ...(priority !== undefined && { priority }),
    stability: 'static',
    order,
    update: 'replace',
    load: () =>
      whole(name, content).map((fragment) => ({
        ...fragment,
        pinned: priority === undefined,
        origin: { by: 'owner' as const },
      })),
  })
}

function skillsLayer(examples: boolean): SectionLayer {
  const fragmentsOf = createSkillFragments({ examples })
  return defineLayer<string, AssemblyNeeds>('active-skills', {
    ...owned,
    order: sectionOrders.skills,
    priority: 95,
    update: 'add',
    load: ({ assembly, run }): LayerResult => {
      const fragments = fragmentsOf(assembly.skills)
      if (run === undefined) return { fragments }
      // The instructions of a skill that is no longer active must not stay in effect.
      const active = new Set(fragments.map(({ id }) => id))
      return { fragments, revoked: run.told.filter((id) => !active.has(id)) }
    },
    compose: composeSkills,
  })
}

const toolsLayer: SectionLayer = defineLayer<string, AssemblyNeeds>('tools-summary', {
  ...owned,
  order: sectionOrders.tools,
  priority: 92,
  update: 'replace',
  load: ({ assembly: { tools } }): readonly Fragment[] => {
    return tools.length === 0 ? [] : [{ id: 'tools', content: toolsSummary(tools) }]
  },
})

const datetimeLayer: SectionLayer = defineLayer<string, AssemblyNeeds>('datetime', {
  ...owned,
  stability: 'turn',
  order: sectionOrders.datetime,
  update: 'replace',
  load: ({ assembly }) => whole('datetime', assembly.datetime),
})
