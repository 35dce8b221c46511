import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Context, createContext, type Tokenizer, type ToolDefinition } from '@lamella/core'
import { readSession, workspace } from '@lamella/provider-fs'
import { bm25 } from '@lamella/ranker-bm25'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { openaiChatFraming, toOpenAIChat } from '@lamella/wire/openai-chat'
import { duration, measure, once, times } from './measure.ts'
import { atMost, type Section } from './section.ts'

const example = fileURLToPath(new URL('../../../examples/01-workspace/', import.meta.url))

/** Measures a build of the example's workspace if only the new message has changed. */
export async function warmBuilds(): Promise<Section> {
  const tools = JSON.parse(await readFile(join(example, 'tools.json'), 'utf8')) as readonly ToolDefinition[]
  const root = join(example, 'agent')
  let tokenizer: Tokenizer | undefined
  const loading = await once(async () => {
    tokenizer = await tiktoken('gpt-4o')
  })
  const session = await readSession(join(example, 'session.jsonl'))
  const builder = createContext()
    .use(workspace(root, { ranker: bm25(), skills: { advertise: 'always' } }))
    .tokenizer(tokenizer as Tokenizer)
    .framing(openaiChatFraming)
    .tools(tools)
    .budget({ window: 128_000, reserve: 4_000 })
  let turn = 0
  const build = (): Promise<Context> =>
    builder.build({
      scope: { tenant: 'acme', kind: 'private' },
      session,
      message: `What did we decide about the launch? (${turn++})`,
    })
  const cold = await once(build)
  const request = toOpenAIChat(await build())
  const files = await filesOf(root)
  const { warm, stringify, checks } = await measure(
    {
      warm: build,
      stringify: () => JSON.stringify(request),
      checks: () => fileChecks(root),
    },
    { rounds: 40 },
  )
  const bound = 2 * stringify + checks
  return {
    title: 'A warm build of the example',
    about:
      `The workspace of \`examples/01-workspace\` with exact token counts: ${files.length} files, ${session.length} ` +
      `messages, a request of ${JSON.stringify(request).length} characters. Warm: the message is new, the files are ` +
      'unchanged. The file checks list the folders and `stat` their files, as any warm build must. The first build ' +
      'reads, parses and counts everything.',
    table: [
      ['', 'takes'],
      ['loading the tokenizer, once', duration(loading)],
      ['first build', duration(cold)],
      ['warm build', duration(warm)],
      ['`JSON.stringify` of the request', duration(stringify)],
      ['file checks alone', duration(checks)],
    ],
    claims: [
      atMost(
        'a warm build takes at most twice as long as `JSON.stringify` of its request and the file checks',
        warm / bound,
        1,
        `${times(warm / bound)} that`,
      ),
    ],
  }
}

/**
 * Does the disk checks that show whether anything changed: lists the memory files, notes and skills, and then checks
 * each of them. (SOUL.md, AGENTS.md and TOOLS.md are trusted for a while.)
 */
async function fileChecks(root: string): Promise<void> {
  const list = async (folder: string): Promise<readonly string[]> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    return entries.map((entry) => join(root, folder, entry.name))
  }
  const memory = async (): Promise<void> => {
    const [, files] = await Promise.all([list('.'), list('memory')])
    await Promise.all(files.map((file) => stat(file, { bigint: true })))
  }
  const skills = async (): Promise<void> => {
    const folders = await list('skills')
    await Promise.all(folders.map((folder) => stat(join(folder, 'SKILL.md'), { bigint: true })))
  }
  await Promise.all([memory(), skills()])
}

async function filesOf(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
