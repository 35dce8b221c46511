import type { Scope, ToolDefinition } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  mustBeFunction,
  mustBeObject,
  mustBeOneOf,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { makeCallTool } from './call-tool.ts'
import type { SearchableTool, ToolSearch, ToolSearchOptions, ToolsRequest } from './contract.ts'
import { findIn, makeFindTool } from './find-tool.ts'
import { knownTools } from './known-tools.ts'
import { loadedNames } from './loaded-tools.ts'

const checks: Checks<ToolSearchOptions> = {
  tools: (value) => (Array.isArray(value) ? undefined : 'must be a list of tools'),
  index: mustHaveMethod('search'),
  always: mustBeTexts,
  limit: mustBeWhole(1),
  maxCharacters: mustBeWhole(500),
  maxLoaded: mustBeWhole(1),
  scope: mustBeObject,
  mayUse: mustBeFunction,
  approvals: mustBeOneOf(['host', 'none']),
  validate: mustBeFunction,
  onError: mustBeFunction,
}

/**
 * Gives a model a few of many tools, and `find_tool` for the others. What it found is added to the tools of the next request
 * where the model takes that in the middle of a conversation, and is called through `call_tool` elsewhere.
 *
 * Tools, permissions and approvals are the host's: a name that a model writes leads only to a tool in `tools` that the scope
 * may use. It keeps no state; what was found is in the messages.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const search = toolSearch({ tools, index: toolIndex(tools), always: ['read_file'] })
 * const definitions = search.definitions({ loaded: search.loaded(messages), takesToolChanges: true })
 */
export function toolSearch(options: ToolSearchOptions): ToolSearch {
  const checked = checkOptions('toolSearch', options, checks, ['tools', 'index'])
  const { always = [], maxLoaded = 20, scope: ownScope } = checked
  const known = knownTools(checked)
  const findTool = makeFindTool(checked, known)
  const callTool = makeCallTool(checked, known)

  const pick = (names: readonly string[], scope: Scope | undefined): readonly SearchableTool[] =>
    [...new Set(names)].flatMap((name) => known(name, scope) ?? [])

  const definitions = ({ loaded = [], takesToolChanges = false, scope = ownScope }: ToolsRequest = {}) => [
    ...pick(always, scope),
    definitionOf(findTool),
    ...(takesToolChanges ? pick(loaded, scope).filter(({ name }) => !always.includes(name)) : [definitionOf(callTool)]),
  ]
  return Object.freeze({
    findTool,
    callTool,
    ready: Object.freeze([findTool, callTool]),
    definitions,
    loaded: (messages, scope = ownScope) =>
      loadedNames(messages, maxLoaded, (name) => known(name, scope) !== undefined && !always.includes(name)),
    choose: (text, { limit, ...request } = {}) => {
      const { loaded = [], scope = ownScope } = request
      const found = findIn(checked, known, text, scope, limit).flatMap(({ item, confident }) =>
        confident ? [item.name] : [],
      )
      const given = definitions(request)
      const has = new Set(given.map(({ name }) => name))
      return [...given, ...pick([...loaded, ...found], scope).filter(({ name }) => !has.has(name))]
    },
  } satisfies ToolSearch)
}

function definitionOf({ name, description, inputSchema }: ToolDefinition): ToolDefinition {
  return { name, ...(description !== undefined && { description }), inputSchema }
}
