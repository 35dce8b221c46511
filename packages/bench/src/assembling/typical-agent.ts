import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message, ToolDefinition } from '@lamella/core'
import { createTexts } from '../search/texts.ts'

/** The contents of an agent's folder. */
export const sizes = { messages: 49, tools: 10, skills: 54, memories: 200 } as const

/**
 * Writes a typical agent to a folder, in realistic sizes: a SKILL.md has 3,000 characters, a message 600. It has
 * instruction files, skills, memories, tools, and a session that ends with a question.
 */
export async function writeAgent(root: string): Promise<void> {
  const texts = createTexts()
  const pages = texts.documents(5_000)
  const page = (from: number, count: number): string => pages.slice(from, from + count).join('\n')
  await writeFile(join(root, 'AGENT.md'), `# Agent\n\n${page(0, 40)}\n`)
  await writeFile(join(root, 'SOUL.md'), `# Soul\n\n${page(40, 20)}\n`)
  await writeFile(join(root, 'CONTEXT.md'), `# Context\n\n${page(60, 30)}\n`)
  for (let skill = 0; skill < sizes.skills; skill++) {
    const folder = join(root, 'skills', `skill-${skill}`)
    await mkdir(folder, { recursive: true })
    const description = pages[100 + skill]?.slice(0, 120).replaceAll(':', '')
    await writeFile(
      join(folder, 'SKILL.md'),
      `---\nname: skill-${skill}\ndescription: ${description}\nversion: 1.0.${skill}\n---\n\n# Skill\n\n${page(2_000 + skill * 45, 45)}\n`,
    )
  }
  const memories = Array.from({ length: sizes.memories }, (_, index) => `- ${pages[1_500 + index]}`)
  await writeFile(join(root, 'MEMORY.md'), `# Memory\n\n${memories.join('\n')}\n`)
  const tools = Array.from(
    { length: sizes.tools },
    (_, index): ToolDefinition => ({
      name: `tool_${index}`,
      description: page(1_300 + index * 3, 3),
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', description: pages[1_400 + index] ?? '' }, limit: { type: 'integer' } },
        required: ['query'],
      },
    }),
  )
  await writeFile(join(root, 'tools.json'), JSON.stringify(tools))
  await writeFile(
    join(root, 'session.jsonl'),
    messages(pages)
      .map((message) => `${JSON.stringify(message)}\n`)
      .join(''),
  )
}

/** Creates questions, and calls with results and answers; the last message is a question. */
function messages(pages: readonly string[]): readonly Message[] {
  const all: Message[] = []
  for (let turn = 0; all.length < sizes.messages - 1; turn++) {
    const call = { toolCallId: `call_${turn}`, toolName: `tool_${turn % sizes.tools}` }
    const result = pages.slice(4_500 + turn * 24, 4_524 + turn * 24).join('\n')
    all.push(
      { role: 'user', content: pages[1_600 + turn] ?? '' },
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { query: pages[1_620 + turn], limit: 5 } }] },
      { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: result } }] },
      { role: 'assistant', content: pages.slice(1_800 + turn * 8, 1_808 + turn * 8).join(' ') },
    )
  }
  return [...all.slice(0, sizes.messages - 1), { role: 'user', content: 'What did we decide about the launch?' }]
}
