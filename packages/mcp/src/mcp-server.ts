import {
  type Checks,
  checkOptions,
  isSeenBy,
  mustBeFunction,
  mustBeObject,
  mustBeText,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { contextTools } from '@lamella/layers/tools'
import { McpServer } from '@modelcontextprotocol/server'
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import { registerContext } from './context-prompt.ts'
import type { McpServerOptions, Serving } from './contract.ts'
import { createGuard } from './guarded.ts'
import { registerMemory } from './memory-resources.ts'
import { registerTools } from './register-tools.ts'
import { registerSessions } from './session-resources.ts'
import { skillCatalog } from './skill-catalog.ts'

const checks: Checks<McpServerOptions> = {
  scope: mustBeObject,
  tools: mustBeObject,
  skills: mustHaveMethod('skills'),
  memory: mustBeObject,
  sessions: mustHaveMethod('page'),
  build: mustBeFunction,
  audience: mustBeTexts,
  maxCharacters: mustBeWhole(1_000),
  name: mustBeText,
  version: mustBeText,
  now: mustBeFunction,
  onError: mustBeFunction,
  onNotice: mustBeFunction,
}

/** Makes a server for one connection or one request. */
export type MakeMcpServer = () => McpServer

/**
 * Returns a function that makes MCP servers for one owner's skills, memory and sessions: tools, resources (`skill://`,
 * `lamella://memory`, `lamella://sessions`) and the prompt `context`. Pass it to `serveStdio` of the SDK, to `serveHttp`
 * of this package, or to `createMcpHandler` of the SDK behind your own authorization.
 *
 * Scope and permissions are the operator's: a client cannot name another owner, and the server only reads unless `tools`
 * was made with `allow`. Texts of errors stay with the operator (`onError`).
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const { sources, layers } = openWorkspace('./agent')
 * const builder = createContext().use(layers).budget({ window: 32_000, reserve: 4_000 })
 * const makeServer = mcpServer({ ...sources, scope: { tenant: 'local', kind: 'private' }, build: builder.build })
 * serveStdio(makeServer)
 */
export function mcpServer(options: McpServerOptions): MakeMcpServer {
  const {
    scope,
    skills,
    memory,
    sessions,
    build,
    audience = ['private'],
    maxCharacters = 50_000,
    name = 'lamella',
    version = '0.0.0',
    now,
    onError,
    onNotice,
  } = checkOptions('mcpServer', options, checks, ['scope'])
  const sources = { ...(skills && { skills }), ...(memory && { memory }), ...(sessions && { sessions }) }
  const { tools, definitions } =
    options.tools ?? contextTools({ ...sources, scope, audience, ...(now && { now }), ...(onError && { onError }) })
  const list = Object.values(tools)
  const serving: Serving = { scope, maxCharacters, guarded: createGuard(onError) }
  const isPersonal = isSeenBy(audience, scope.kind)
  const catalog = skills?.load && skills.readFile && skillCatalog(skills, serving, onNotice)

  return () => {
    const server = new McpServer({ name, version })
    registerTools(server, list, scope)
    if (memory && isPersonal && (memory.entries ?? memory.list)) registerMemory(server, memory, serving)
    if (sessions && isPersonal) registerSessions(server, sessions, serving)
    if (build) registerContext(server, build, definitions, serving, now)
    if (catalog) new SkillsExtension({ source: catalog, onWarning: () => {} }).attach(server)
    return server
  }
}
