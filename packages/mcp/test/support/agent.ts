import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createContext, type Scope } from '@lamella/core'
import { type McpServerOptions, mcpServer } from '@lamella/mcp'
import { openWorkspace, type WorkspaceToolsOptions } from '@lamella/provider-fs'
import { bm25 } from '@lamella/ranker-bm25'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { onTestFinished } from 'vitest'

export const ada: Scope = { tenant: 'acme', user: 'ada', kind: 'private' }
const bob: Scope = { tenant: 'umbrella', user: 'bob', kind: 'private' }

/** Texts that no client may ever see. */
export const secrets = { outside: 'SENTINEL-outside-4711', bob: 'SENTINEL-bob-0815', hidden: 'SENTINEL-hidden-1234' }

const files: Readonly<Record<string, string>> = {
  'agent/SOUL.md': 'You are Kim.',
  'agent/MEMORY.md': '# Memory\n\n- Ada drinks green tea.\n- The launch is on June 3.\n',
  'agent/skills/tax/SKILL.md':
    '---\nname: tax\ndescription: Fills in tax forms.\n---\nTake form 12. See references/rates.md.\n',
  'agent/skills/tax/references/rates.md': 'The rate is 19 %.\n',
  'agent/skills/tax/.env': secrets.hidden,
  'agent/skills/secret/SKILL.md': `---\nname: secret\ndescription: x\ndisable-model-invocation: true\n---\n${secrets.hidden}\n`,
  'agent/.env': secrets.outside,
  'passwd.txt': secrets.outside,
  'agent/sibling.txt': secrets.outside,
}

/** A workspace, its sessions and those of another tenant, as a server. */
export interface Agent {
  /** The folder that holds everything on disk. */
  readonly folder: string
  readonly sessions: SessionStore
  readonly options: McpServerOptions
  readonly errors: unknown[]
}

export async function makeAgent(tools: WorkspaceToolsOptions = {}): Promise<Agent> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lamella-mcp-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await symlink('../../../passwd.txt', join(folder, 'agent/skills/tax/link.txt'))
  await symlink('../..', join(folder, 'agent/skills/tax/up'))
  const ranker = bm25()
  const sessions = createSessionStore({ ranker })
  await sessions.append(ada, 'chat-1', [
    { role: 'user', content: 'The door code is on the blue card.' },
    { role: 'assistant', content: 'Noted.' },
  ])
  await sessions.append(bob, 'chat-2', [{ role: 'user', content: `The door code is ${secrets.bob}.` }])
  const root = join(folder, 'agent')
  const { layers, sources, contextTools } = openWorkspace(root, {
    ranker,
    contextTools: { scope: ada, sessions, ...tools },
  })
  const errors: unknown[] = []
  const builder = createContext().use(layers).budget({ window: 32_000, reserve: 1_000 })
  const options: McpServerOptions = {
    scope: ada,
    skills: sources.skills,
    memory: sources.memory,
    sessions,
    build: (request) => builder.build(request),
    onError: (error) => errors.push(error),
    tools: contextTools,
  }
  return { folder, sessions, options, errors }
}

export const makeServer = (agent: Agent) => mcpServer(agent.options)
