import { createContext, type Scope } from '@lamella/core'
import { type MakeMcpServer, mcpServer, serveHttp } from '@lamella/mcp'
import { openWorkspace } from '@lamella/provider-fs'
import { bm25 } from '@lamella/ranker-bm25'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import type { Io } from '../io.ts'
import { type Sessions, withStore } from '../open-store.ts'
import { defaultReserve } from '../options.ts'
import { describeScope, scopeOf } from '../scope-options.ts'
import { inform, warn } from '../write.ts'
import { installedDocs } from './installed-docs.ts'
import type { McpOptions } from './mcp-options.ts'
import { serveLines } from './serve-lines.ts'

/**
 * Serves a workspace, or the guides of installed packages, until the client leaves, or over HTTP until the program is interrupted.
 *
 * @throws LamellaError `WORKSPACE_NOT_FOUND`, `STORE_MISSING`, `MCP_TOKEN_REQUIRED`, `MCP_UNAVAILABLE`
 */
export async function serveWorkspace(root: string, options: McpOptions, io: Io): Promise<void> {
  const serve = async (sessions?: Sessions): Promise<void> => {
    const makeServer = options.docs ? await docsServerFor(root, options, io) : serverFor(root, options, io, sessions)
    if (options.http) return serveOverHttp(makeServer, options, io)
    // A host starts the command with pipes; somebody at a terminal would wait for a word.
    if (io.stdin.isTTY)
      inform(io, 'lamella: waiting for an MCP client on standard input; --http serves over HTTP. Ctrl+C ends.')
    return serveLines(makeServer, io)
  }
  return options.sessions === undefined ? serve() : withStore(options.sessions, ({ sessions }) => serve(sessions))
}

function serverFor(root: string, options: McpOptions, io: Io, sessions: Sessions | undefined): MakeMcpServer {
  const scope: Scope = { ...scopeOf(options), kind: options.kind }
  const onError = errorsTo(io)
  const { layers, sources, contextTools } = openWorkspace(root, {
    ranker: bm25(),
    contextTools: {
      scope,
      skillIndex: toolIndex,
      allow: options.allowWrite ? ['remember', 'forget'] : [],
      now: io.now,
      onError,
      ...(sessions && { sessions }),
    },
  })
  const { window, version } = options
  const builder = createContext()
    .use(layers)
    .budget({ window, reserve: defaultReserve(window) })
  return mcpServer({
    scope,
    ...(version && { version }),
    skills: sources.skills,
    memory: sources.memory,
    build: (request) => builder.build(request),
    now: io.now,
    onError,
    onNotice: ({ what }) => inform(io, `lamella: ${what}`),
    ...(sessions && { sessions }),
    tools: contextTools,
  })
}

/** Serves the guides of the packages that a project has installed. They are everybody's. */
async function docsServerFor(project: string, { version }: McpOptions, io: Io): Promise<MakeMcpServer> {
  const scope: Scope = { tenant: 'docs' }
  const skills = await installedDocs(project)
  const onError = errorsTo(io)
  return mcpServer({ name: 'lamella-docs', ...(version && { version }), scope, skills, onError })
}

function errorsTo(io: Io): (error: unknown, where: string) => void {
  return (error, where) => warn(io, `lamella: ${where}: ${error instanceof Error ? error.message : String(error)}`)
}

async function serveOverHttp(makeServer: MakeMcpServer, options: McpOptions, io: Io): Promise<void> {
  const token = io.env['LAMELLA_MCP_TOKEN']
  const { url, close } = await serveHttp(makeServer, {
    port: options.port,
    host: options.host,
    ...(options.allowHost && { allowedHosts: options.allowHost }),
    ...(token !== undefined && { token }),
    onError: (error) => warn(io, `lamella: ${error instanceof Error ? error.message : String(error)}`),
  })
  inform(io, `lamella: serving ${describeScope(options)} at ${url}`)
  await io.interrupted()
  await close()
}
