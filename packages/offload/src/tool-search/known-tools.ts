import { LamellaError, type Scope } from '@lamella/core'
import { isSeenBy } from '@lamella/core/plugin'
import { nestsTooDeep } from '@lamella/store'
import type { SearchableTool, ToolSearchOptions } from './contract.ts'

/** The names of the tools that a search adds. */
export const findToolName = 'find_tool'
export const callToolName = 'call_tool'

/** Returns a tool of the host by its name, if the scope may use it. */
export type KnownTools = (name: string, scope: Scope | undefined) => SearchableTool | undefined

/** @throws LamellaError `OPTION_INVALID` for two tools with one name, a reserved name, an unknown name in `always`, or a circular schema */
export function knownTools({ tools, always = [], mayUse }: ToolSearchOptions): KnownTools {
  const byName = new Map<string, SearchableTool>()
  for (const tool of tools) {
    const { name } = tool
    if (name === findToolName || name === callToolName) throw invalid('tools', `must not have a tool ${name}`)
    if (byName.has(name)) throw invalid('tools', `has two tools with the name '${name}'`)
    // A schema object of a library is converted when it is shown.
    if (!('~standard' in Object(tool.inputSchema)) && nestsTooDeep(tool.inputSchema))
      throw invalid('tools', `has a tool '${name}' whose inputSchema contains itself, or is nested too deep`)
    byName.set(name, tool)
  }
  const missing = always.find((name) => !byName.has(name))
  if (missing !== undefined) throw invalid('always', `names '${missing}', which is none of the tools`)
  return (name, scope) => {
    const tool = byName.get(name)
    if (tool === undefined) return undefined
    if (tool.audience !== undefined && !isSeenBy(tool.audience, scope?.kind)) return undefined
    return mayUse === undefined || mayUse(name, scope) ? tool : undefined
  }
}

function invalid(option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `toolSearch: '${option}' ${problem}.`,
    fix: 'Correct the options passed to toolSearch().',
    details: { what: 'toolSearch', option },
  })
}
