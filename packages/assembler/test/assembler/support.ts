import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentTool, AssembledContext, SkillProvider, ToolExecutor } from '@lamella/assembler'
import type { Message } from '@lamella/core'
import { onTestFinished } from 'vitest'

export const scope = { tenant: 'acme', user: 'ada' } as const

/** A stopped clock. */
const noon = new Date('2024-01-01T12:00:00Z')
export const now = (): Date => noon

const schema = { type: 'object', properties: { query: { type: 'string' } } } as const

export function tool(name: string, more: Partial<AgentTool> = {}): AgentTool {
  return { name, description: `Does ${name}.`, inputSchema: schema, ...more }
}

export function executor(...tools: readonly AgentTool[]): ToolExecutor {
  return { list: () => tools }
}

/** Skills as in the design that this package implements. */
export const skillProvider: SkillProvider = {
  getActiveSkills: async () => [
    {
      id: 'math',
      name: 'Mathematics',
      instructions: 'You are excellent at mathematics',
      tools: [tool('calculate')],
      examples: ['Calculate 2+2', 'Solve equations'],
      priority: 100,
    },
    { id: 'code', name: 'Code', priority: 200 },
    { id: 'poetry', name: 'Poetry', instructions: 'You rhyme', priority: 50 },
  ],
  getSkillInstructions: async (id) => `Instructions of ${id}`,
  getSkillTools: async (id) => (id === 'code' ? [tool('run_tests')] : []),
  getSkillPriority: async () => 100,
}

/** Creates a folder of files that is removed after the test. */
export async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'lamella-assembler-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  return path
}

export function user(content: string): Message {
  return { role: 'user', content }
}

export function assistant(content: string): Message {
  return { role: 'assistant', content }
}

/** Returns a tool call and its result. */
export function called(toolCallId: string, value: string): readonly Message[] {
  const call = { toolCallId, toolName: 'look' } as const
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { query: toolCallId } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
  ]
}

/** Returns an answer without the fields that differ between calls. */
export function said({ metadata, report: _, ...rest }: AssembledContext): unknown {
  const { cached: __, assemblyTime: ___, ...told } = metadata
  return JSON.parse(JSON.stringify({ ...rest, metadata: told }))
}
