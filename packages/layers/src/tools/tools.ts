import {
  defineLayer,
  type Fragment,
  fair,
  type Layer,
  type LayerResult,
  type Notice,
  type TextSource,
  type ToolDefinition,
} from '@lamella/core'
import { checkOptions, mustBeBoolean, mustBeOneOf, mustBeText } from '@lamella/core/plugin'
import { mustBeTextOrSource, originOf, readText } from '../shared/read-text.ts'
import { remember, rememberByFields } from '../shared/remember.ts'
import { keptTexts } from '../shared/shorter.ts'
import { sectionFragments } from './sections.ts'
import { defaultHowToCall, defaultHowToCallInText, toolItem, toolItemWithSchema } from './tool-items.ts'

/** Options of `tools`. */
export interface ToolsOptions {
  /** Documentation: TOOLS.md. If missing, it is generated from the tools in the request. A blank text means "none". */
  readonly source?: TextSource | string
  /**
   * `'native'`, the default: schemas are sent in the request's field for tools and not repeated. `'text'`, for models
   * without tool calling: name, schema and description of each tool are part of the text. The context still has the
   * tools in `tools`; do not send that field to such a model.
   */
  readonly schemas?: 'native' | 'text'
  /** Whether `Available tools:` is also written above the documentation, not only above a list. Default `false`. */
  readonly titled?: boolean
  /** How to call a tool, shown above the list of tools. Default: `defaultHowToCall` or `defaultHowToCallInText`. */
  readonly howToCall?: string
}

/**
 * Creates the tools layer: how to use the tools. Order 500, priority 40, stability `session`, at least 200 tokens.
 * TOOLS.md gives way section by section from its end, each shortened before it is dropped. A list of tools with schemas
 * gives way fairly: all descriptions are cut before any tool is dropped. Without TOOLS.md and tools the layer is empty.
 * In a run, a changed TOOLS.md is the owner's: the model is sent it as a system message, or a new epoch begins where it
 * takes none. Changed tools begin a new epoch.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const context = await createContext()
 *   .use(tools({ source: '# Search\nAt most ten words.' }))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' } })
 */
export function tools(options: ToolsOptions = {}): Layer<'tools'> {
  const {
    source,
    schemas = 'native',
    titled = false,
    howToCall,
  } = checkOptions('tools', options, {
    source: mustBeTextOrSource,
    schemas: mustBeOneOf(['native', 'text']),
    titled: mustBeBoolean,
    howToCall: mustBeText,
  })
  const howTo = (howToCall ?? (schemas === 'text' ? defaultHowToCallInText : defaultHowToCall)).trim()
  const sectionsOf = remember(32, sectionFragments)
  const itemOf = rememberByFields<ToolDefinition, Fragment>(
    ['name', 'description', 'inputSchema'],
    schemas === 'text' ? toolItemWithSchema : toolItem,
  )

  return defineLayer('tools', {
    order: 500,
    priority: 40,
    stability: 'session',
    budget: { min: 200 },
    update: 'replace',
    ...(schemas === 'text' ? { truncation: fair } : {}),
    load: async (request): Promise<LayerResult> => {
      const file = await readText(source, request)
      const origin = originOf('owner', file?.from)
      const sections = file === undefined ? [] : sectionsOf(file.text).map((section) => ({ ...section, origin }))
      const listed = file === undefined || schemas === 'text' ? request.tools : []
      const { items, notices } = distinct(listed.map((tool) => itemOf(tool)))
      return { fragments: [...sections, ...items], notices: [...(file?.notices ?? []), ...notices] }
    },
    compose: (kept) => {
      const texts = keptTexts(kept)
      const sections = texts.filter(({ id }) => !isItem(id)).map(({ text }) => text)
      const items = texts.filter(({ id }) => isItem(id)).map(({ text }) => text)
      const list = items.length === 0 ? [] : [[...(howTo === '' ? [] : [howTo]), ...items].join('\n')]
      if (titled || sections.length === 0) return underTitle([...sections, ...list])
      return [...sections, ...list.map((text) => underTitle([text]))].join('\n\n')
    },
  })
}

function underTitle(blocks: readonly string[]): string {
  return blocks.length === 0 ? '' : `Available tools:\n${blocks.join('\n\n')}`
}

function isItem(id: string): boolean {
  return id.startsWith('tool:')
}

function distinct(items: readonly Fragment[]): {
  readonly items: readonly Fragment[]
  readonly notices: readonly Notice[]
} {
  const byId = new Map<string, Fragment>()
  const notices: Notice[] = []
  for (const item of items) {
    if (!byId.has(item.id)) byId.set(item.id, item)
    else
      notices.push({
        code: 'TOOL_DUPLICATE',
        what: `Two tools have the name '${item.id.slice(5)}'; the first is listed.`,
        fix: 'Rename one of them.',
      })
  }
  return { items: [...byId.values()], notices }
}
