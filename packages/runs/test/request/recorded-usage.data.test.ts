import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AssistantPart, createContext, type Message, type ToolMessage } from '@lamella/core'
import { extend, type RunState, type RunUsage } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { history } from '../support/runs.ts'

const data = process.env['LAMELLA_DATA']
const file = data === undefined ? undefined : join(data, 'traces', 'pi-large-session.session.jsonl')
const isThere = file !== undefined && existsSync(file)
if (!isThere)
  console.log('skipped: recorded usage, since LAMELLA_DATA names no folder with traces/pi-large-session.session.jsonl')

type Part = Readonly<Record<string, unknown>>
interface Recorded {
  readonly role: 'user' | 'assistant' | 'toolResult'
  readonly content: readonly Part[]
  readonly toolCallId?: string
  readonly toolName?: string
  readonly usage?: {
    readonly input: number
    readonly output: number
    readonly cacheRead: number
    readonly cacheWrite: number
  }
}

function messageOf({ role, content, toolCallId = '', toolName = '' }: Recorded): Message | undefined {
  const text = content.map((part) => (typeof part['text'] === 'string' ? part['text'] : '')).join('\n')
  if (role === 'user') return { role, content: text }
  if (role === 'toolResult') {
    const result = { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: text } } as const
    return { role: 'tool', content: [result] } satisfies ToolMessage
  }
  const parts = content.flatMap((part): readonly AssistantPart[] => {
    if (part['type'] === 'text') return [{ type: 'text', text: String(part['text']) }]
    if (part['type'] !== 'toolCall') return []
    return [
      { type: 'tool-call', toolCallId: String(part['id']), toolName: String(part['name']), input: part['arguments'] },
    ]
  })
  return parts.length === 0 ? undefined : { role, content: parts }
}

const share = (list: readonly number[], of: number): number =>
  list.toSorted((one, other) => one - other)[Math.min(list.length - 1, Math.floor(list.length * of))] ?? Number.NaN

describe.skipIf(!isThere)('the count of the requests of a recorded coding session (LAMELLA_DATA)', () => {
  it('is nearly what the provider counted, after one answer', async () => {
    const lines = readFileSync(file as string, 'utf8')
      .trimEnd()
      .split('\n')
    const recorded = lines.flatMap((line) => (JSON.parse(line) as { message?: Recorded }).message ?? [])
    const builder = createContext().use(history()).budget({ window: 1_000_000, reserve: 1_000 })
    const session: Message[] = []
    const errors: number[] = []
    const withMuchNew: number[] = []
    const before: number[] = []
    let run: RunState | undefined
    let usage: RunUsage | undefined
    for (const one of recorded) {
      const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = one.usage ?? {}
      const counted = input + cacheRead + cacheWrite
      if (one.role === 'assistant' && counted > 0) {
        const request = { scope: { tenant: 'acme' }, session: [...session] }
        const context = await extend(builder, { ...request, ...(run && { run }), ...(usage && { usage }) })
        const { total, layers, framing, anchored } = context.report.tokens
        if (run) {
          const error = Math.abs(total - counted) / counted
          errors.push(error)
          before.push(Math.abs(layers + framing - counted) / counted)
          if ((counted - (anchored ?? 0)) / counted > 0.2) withMuchNew.push(error)
        }
        run = context.run
        usage = { input: counted, output }
      }
      const message = messageOf(one)
      if (message) session.push(message)
    }
    const [median, high] = [share(errors, 0.5), share(errors, 0.99)]
    console.log(
      `${errors.length} requests: error ${share(before, 0.5)} before (99 %: ${share(before, 0.99)}), ${median} after (99 %: ${high}), where a fifth is new ${withMuchNew}`,
    )
    expect(errors.length).toBeGreaterThan(400)
    expect(median).toBeLessThan(0.001)
    expect(high).toBeLessThan(0.01)
    // The system prompt and the tools were not recorded: the first request has 65 of its 1,687 tokens.
    expect(Math.max(...withMuchNew)).toBeLessThan(0.1)
  })
})
