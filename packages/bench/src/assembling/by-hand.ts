import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import matter from 'gray-matter'
import { get_encoding } from 'tiktoken'

const window = 128_000
const reserve = 2_000
const encoding = get_encoding('o200k_base')
const count = (text: string): number => encoding.encode(text).length

interface Recorded {
  readonly role: string
  readonly content: unknown
}

/**
 * Builds a request the way hand-written code does: reads everything, chooses memories by common words, drops the oldest
 * until it fits.
 */
export async function assembleByHand(root: string, question: string): Promise<object> {
  const [agent, soul, context, memory, tools, session] = await Promise.all(
    ['AGENT.md', 'SOUL.md', 'CONTEXT.md', 'MEMORY.md', 'tools.json', 'session.jsonl'].map((name) =>
      readFile(join(root, name), 'utf8'),
    ),
  )
  const folders = await readdir(join(root, 'skills'))
  const skills = await Promise.all(
    folders.map(async (folder) => {
      // With options, since gray-matter otherwise answers from its own cache, which never empties.
      const { data } = matter(await readFile(join(root, 'skills', folder, 'SKILL.md'), 'utf8'), {})
      return `<skill><name>${data['name']}</name><description>${data['description']}</description></skill>`
    }),
  )
  const words = new Set(question.toLowerCase().split(/\W+/))
  const memories = (memory ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => ({
      line,
      score: line
        .toLowerCase()
        .split(/\W+/)
        .filter((word) => words.has(word)).length,
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 20)
    .map(({ line }) => line)
  const system = [
    agent,
    soul,
    context,
    `Relevant memories:\n${memories.join('\n')}`,
    `<available_skills>\n${skills.join('\n')}\n</available_skills>`,
    `Current datetime: ${new Date().toISOString()}`,
  ].join('\n\n---\n\n')
  const messages = [
    ...(session ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Recorded)
      .slice(0, -1),
    { role: 'user', content: question },
  ]
  const definitions = JSON.parse(tools ?? '[]') as readonly unknown[]
  let total = count(system) + definitions.reduce<number>((sum, tool) => sum + count(JSON.stringify(tool)), 0) + reserve
  const costs = messages.map(
    ({ content }) => 4 + count(typeof content === 'string' ? content : JSON.stringify(content)),
  )
  total += costs.reduce((sum, cost) => sum + cost, 0)
  while (total > window && messages.length > 1) {
    messages.shift()
    total -= costs.shift() ?? 0
  }
  return { system, messages, tools: definitions, total }
}
