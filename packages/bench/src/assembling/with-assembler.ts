import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ContextAssembler, createContextAssembler } from '@lamella/assembler'
import type { Message, ToolDefinition } from '@lamella/core'
import { memory, skills } from '@lamella/layers'
import { type FileCounts, fileCounts, workspaceSources } from '@lamella/provider-fs'
import { type SqliteSessions, sqlite } from '@lamella/provider-sqlite'
import { bm25 } from '@lamella/ranker-bm25'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { openaiChatFraming } from '@lamella/wire/openai-chat'
import { sizes } from './typical-agent.ts'

/** Opens an assembler for a typical agent, and its session in SQLite. */
export interface OurAgent {
  readonly assembler: ContextAssembler
  readonly sessions: SqliteSessions
  readonly counts: FileCounts
  close(): Promise<void>
}

const scope = { tenant: 'acme', kind: 'private' } as const

/** Stores the session beforehand, since this is not part of an assembly. */
export async function storeSession(root: string): Promise<void> {
  const { sessions, close } = await sqlite(join(root, 'agent.db'))
  const lines = (await readFile(join(root, 'session.jsonl'), 'utf8')).trimEnd().split('\n')
  await sessions.append(
    scope,
    's',
    lines.map((line) => JSON.parse(line) as Message),
  )
  await close()
}

/**
 * Builds the same request as by hand: memories and skills are layers of the workspace.
 *
 * @param ttl How many milliseconds files are trusted without a check.
 */
export async function openAgent(root: string, ttl: number): Promise<OurAgent> {
  const { sessions, close } = await sqlite(join(root, 'agent.db'))
  const sources = workspaceSources(root, { ttl: { memory: ttl, skills: ttl } })
  const counts = await fileCounts(join(root, 'cache', 'counts.json'))
  const tools = JSON.parse(await readFile(join(root, 'tools.json'), 'utf8')) as readonly ToolDefinition[]
  const assembler = createContextAssembler(
    {
      sessionStore: sessions,
      scope,
      toolExecutor: { list: () => tools },
      layers: [
        memory({ source: sources.memory, ranker: bm25() }),
        skills({ source: sources.skills, advertise: 'always' }),
      ],
      layersVersion: async () => {
        if (ttl > 0) return 'believed'
        const looked = await Promise.all(
          ['MEMORY.md', 'skills'].map((name) => stat(join(root, name), { bigint: true })),
        )
        return looked.map(({ mtimeNs }) => mtimeNs).join(' ')
      },
    },
    {
      workspace: root,
      cache: { fileTtl: ttl },
      model: 'gpt-4o',
      tokenizer: await tiktoken('gpt-4o'),
      framing: openaiChatFraming,
      counts,
    },
  )
  return { assembler, sessions, counts, close }
}

/** The number of turns of a conversation, each with a message and an answer. */
export const perConversation = 20

const answer = 'We decided to wait for the numbers of the second week, and to ask again on Monday. '.repeat(4)

/**
 * Returns a function that takes the next turn of a conversation: it stores the last message with its answer, and makes the request
 * for the next message.
 *
 * @param name Begins the names of the conversations.
 */
export function turnsWith({ assembler, sessions }: OurAgent, name: string): () => Promise<unknown> {
  const question = (turn: number): string => `What did we decide about the launch? (${turn})`
  let turn = 0
  return async () => {
    const id = `${name} ${Math.floor(turn / perConversation)}`
    if (turn % perConversation === 0) {
      // Without the last message, which is a question.
      await sessions.transfer.fork(scope, 's', id, sizes.messages - 1)
    } else {
      await sessions.append(scope, id, [
        { role: 'user', content: question(turn - 1) },
        { role: 'assistant', content: answer },
      ])
    }
    return assembler.assemble(id, undefined, { message: question(turn++) })
  }
}
