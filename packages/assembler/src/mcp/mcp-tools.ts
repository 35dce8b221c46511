import { isLamellaError, type ToolOutput } from '@lamella/core'
import {
  checkOptions,
  isObject,
  longestTimer,
  mustBeFunction,
  mustBeNumber,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
  throwIfAborted,
  withDeadline,
} from '@lamella/core/plugin'
import { canonicalKey } from '../cache/canonical-key.ts'
import type { AgentTool } from '../contract/tool-executor.ts'
import { ask } from '../dependency-errors.ts'
import { optionInvalid } from '../errors.ts'
import { checkTools } from '../tools/check-tools.ts'
import type { McpClient, McpRequestOptions, McpTools, McpToolsOptions } from './contract.ts'
import { listTools, type ServerTool } from './list-tools.ts'
import { contentForUser } from './read-content.ts'
import { errorText, readResult } from './read-result.ts'
import { rememberList } from './remember-list.ts'

/**
 * Makes a `ToolExecutor` of the tools of an MCP server, over a connected `Client` of `@modelcontextprotocol/client` or
 * `@modelcontextprotocol/sdk`, on which this package does not depend.
 *
 * Everything that the server returns is third-party text. Names and descriptions reach the model unchanged: connect
 * only servers that you trust with that, and set permissions for what they can do.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const github = mcpTools(client, { prefix: 'github_', permissions: ['network.github'] })
 * const assembler = createContextAssembler({ sessionStore, toolExecutor: github })
 * const output = await github.call('github_search', { query: 'lamella' })
 */
export function mcpTools(client: McpClient, options: McpToolsOptions = {}): McpTools {
  const {
    prefix = '',
    permissions,
    sandbox,
    changes,
    forUser,
    ttl,
    deadline = 60_000,
    now,
    maxCharacters,
    maxDataCharacters,
  } = checkOptions('mcpTools', options, {
    prefix: mustBeText,
    permissions: (value) => (typeof value === 'function' ? undefined : mustBeTexts(value)),
    sandbox: (value) => (typeof value === 'boolean' ? undefined : mustBeFunction(value)),
    changes: mustBeFunction,
    forUser: mustBeFunction,
    ttl: mustBeNumber(0),
    deadline: mustBeNumber(1),
    now: mustBeFunction,
    maxCharacters: mustBeWhole(1_000),
    maxDataCharacters: mustBeWhole(0),
  })
  checkClient(client)
  const limits = { characters: maxCharacters ?? 200_000, data: maxDataCharacters ?? 20_000_000 }
  const toAgentTool = (tool: ServerTool): AgentTool => ({
    ...tool,
    name: prefix + tool.name,
    ...(permissions === undefined
      ? {}
      : { permissions: typeof permissions === 'function' ? permissions(tool.name) : permissions }),
    ...(sandbox === undefined ? {} : { sandbox: typeof sandbox === 'function' ? sandbox(tool.name) : sandbox }),
  })
  const same = createSameTools()
  // The client has its own limit, which may be shorter.
  const timeout = Math.min(deadline, longestTimer)
  const listInTime = (): Promise<readonly ServerTool[]> => {
    const asked = { dependency: 'mcpServer', method: 'tools/list' }
    // Errors of listTools itself already belong to this package.
    const wait = { what: 'The list of tools', deadline }
    return withDeadline((signal) => listTools(client, { signal, timeout }), wait).catch((error: unknown) => {
      if (isLamellaError(error)) throw error
      return ask(asked, () => Promise.reject(error))
    })
  }
  const load = async (): Promise<readonly AgentTool[]> => {
    const tools = (await listInTime()).map(toAgentTool)
    return same(checkTools({ dependency: 'mcpTools', method: 'list' }, tools))
  }
  const tellsChanges = (): boolean => client.getServerCapabilities?.()?.tools?.listChanged === true
  const list = rememberList(load, {
    ttl: () => ttl ?? (changes !== undefined && tellsChanges() ? Number.POSITIVE_INFINITY : 0),
    now: now ?? Date.now,
  })
  changes?.(list.forget)
  return {
    list: list.get,
    call: async (name, input, { signal } = {}) => {
      throwIfAborted(signal, `The call of '${name}'`)
      if (!name.startsWith(prefix)) return { type: 'error-text', value: `There is no tool '${name}'.` }
      const given = input ?? {} // Some models write null for no arguments.
      if (!isObject(given)) return { type: 'error-text', value: 'The input must be an object.' }
      try {
        const params = { name: name.slice(prefix.length), arguments: { ...given } }
        const wait = { what: `The call of '${name}'`, deadline, signal }
        const result = await withDeadline((own) => callWith(client, params, { signal: own, timeout }), wait)
        const shown = contentForUser(isObject(result) ? result['content'] : undefined)
        if (shown.length > 0) forUser?.(shown, name)
        return readResult(result, limits)
      } catch (error) {
        throwIfAborted(signal, `The call of '${name}'`)
        return errorOutput(error, limits.characters)
      }
    },
  }
}

type CallTool = McpClient['callTool']

/** Calls a tool by a client of either version (1.32.2 and 2.4.0, 2026-11-23): without this, version 2 would ignore the signal. */
function callWith(
  client: McpClient,
  params: Parameters<CallTool>[0],
  options: McpRequestOptions,
): ReturnType<CallTool> {
  if (client.getProtocolEra === undefined) return client.callTool(params, undefined, options)
  const later = client as unknown as { callTool(...given: [typeof params, McpRequestOptions]): ReturnType<CallTool> }
  return later.callTool(params, options)
}

function errorOutput(error: unknown, characters: number): ToolOutput {
  const { message, data } = Object(error) as { readonly message?: unknown; readonly data?: unknown }
  const text = typeof message === 'string' && message !== '' ? message : 'The call failed.'
  return { type: 'error-text', value: errorText(text, data, characters) }
}

/**
 * A list that is requested every time has new objects every time; for unchanged tools the previous objects are returned
 * instead, because their tokens are already counted. Some servers write the members of a schema, or the tools, in another
 * order each time (maximhq/bifrost#7169, langchain-ai/deepagents#2497): they keep their order, or every list would be a new
 * prompt for a provider's cache.
 */
function createSameTools(): (tools: readonly AgentTool[]) => readonly AgentTool[] {
  let known = new Map<string, AgentTool>()
  return (tools) => {
    const places = new Map([...known.keys()].map((key, place) => [key, place]))
    const placeOf = (key: string): number => places.get(key) ?? places.size
    const listed = tools.map((tool) => ({ key: keyOf(tool), tool })).sort((a, b) => placeOf(a.key) - placeOf(b.key))
    const next = new Map<string, AgentTool>()
    for (const { key, tool } of listed) if (!next.has(key)) next.set(key, known.get(key) ?? tool)
    known = next
    return listed.map(({ key, tool }) => next.get(key) ?? tool)
  }
}

/** Returns a text that is the same for two tools with the same content, whatever the order of their members. */
function keyOf(tool: AgentTool): string {
  try {
    return canonicalKey(tool)
  } catch {
    return JSON.stringify(tool) // A deeper schema than it reads.
  }
}

function checkClient(client: McpClient): void {
  const problem = mustHaveMethod('listTools')(client) ?? mustHaveMethod('callTool')(client)
  const fix = 'Pass a Client of @modelcontextprotocol/client or @modelcontextprotocol/sdk.'
  if (problem !== undefined) throw optionInvalid('mcpTools', 'client', problem, fix)
}
