import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readTranscripts, sideBySide, type Transcript } from '@lamella/provider-fs/transcripts'
import { describe, expect, it } from 'vitest'
import { dataPath, hasData } from '../helpers/data.ts'
import { brief, total, usage } from './helpers/brief.ts'

const textOf = (path: string): string => readFileSync(dataPath(`session-files/${path}`), 'utf8')

async function read(path: string, ...beside: readonly string[]): Promise<Transcript> {
  const files = beside.map((one) => ({ name: basename(one), content: textOf(one) }))
  const [session] = await readTranscripts(textOf(path), { beside: files })
  if (!session) throw new Error('There is no session in the file.')
  return session
}

describe.skipIf(!hasData)('the samples of session files (LAMELLA_DATA) read as their page says', () => {
  it('an answer in several lines, with parallel calls', async () => {
    const session = await read('claude-code/split-answer.jsonl')
    expect(brief(session.window)).toEqual([
      'user: Compare beds.txt and plan.txt.',
      "system: <system-reminder>\nToday's date is 2026-10-05.\n</system-reminder>",
      'assistant: thinks(I need both files.) + I read both. + Read(toolu_A1) + Read(toolu_A2)',
      'tool: Read(toolu_A1) text "1\\tbeans\\n2\\tkale" + Read(toolu_A2) error-text "File does not exist."',
      'assistant: plan.txt is missing; beds.txt has beans and kale. + Bash(toolu_A3)',
      'tool: Bash(toolu_A3) content [{"type":"text","text":"beds.txt\\n"},{"type":"image-data","data":"iVBORw0KGgo=","mediaType":"image/png"}]',
      'assistant: Only beds.txt is there.',
    ])
    expect(session.path).toEqual(session.window)
    expect(usage(session.requests)).toEqual([
      [12, 1800, 21000, 140],
      [3, 260, 22812, 64],
      [4, 120, 23072, 22],
    ])
    expect(session.unanswered).toEqual([])
    expect(Object.keys(session.skipped).sort()).toEqual([
      'cost-state',
      'file-history-snapshot',
      'last-prompt',
      'mode',
      'queue-operation',
    ])
  })

  it('a compaction that keeps an answer', async () => {
    const { window, path, requests, compactions, title } = await read('claude-code/compaction.jsonl')
    expect(window.map(({ id, by }) => (by === 'model' ? id : by))).toEqual([
      ...['summary', 'msg_B2', 'program', 'program', 'program', 'person', 'msg_B3'],
    ])
    expect(path.filter(({ id }) => id === 'msg_B2')).toHaveLength(1)
    expect(brief(path).slice(0, 4)).toEqual([
      'user: Plan the spring beds.',
      'assistant: Peas first, then kale.',
      'user: And the pond?',
      'assistant: Leave the pond for May.',
    ])
    expect(requests).toHaveLength(3)
    expect(compactions).toMatchObject([{ line: 5, trigger: 'auto', before: 9336, after: 410, kept: 1 }])
    expect(compactions[0]?.lost.map(({ lines }) => lines)).toEqual([[1], [2], [3]])
    expect(title).toBe('Garden plan')
    expect(total(await read('claude-code/compaction.jsonl'))).toEqual([33, 10000, 17600, 64])
  })

  it('branches, a sub-agent in the same file, a gap and a torn line', async () => {
    const session = await read('claude-code/branches.jsonl')
    expect(brief(session.window)).toEqual(['user: Thanks.'])
    expect(brief(session.path)).toEqual([
      'user: Name three herbs.',
      'assistant: Basil, mint, thyme.',
      'user: Now in French.',
      'assistant: Task(toolu_C1)',
      'tool: Task(toolu_C1) text "basilic, menthe, thym"',
      'assistant: Basilic, menthe, thym.',
      'user: Thanks.',
    ])
    expect(session.branches.map(({ from, entries }) => [from, ...brief(entries)])).toEqual([
      [2, 'user: Now in Latin.', 'assistant: Ocimum, Mentha, Thymus.'],
    ])
    expect(session.subagents.map(({ path }) => brief(path))).toEqual([
      ['user: Translate three herbs', 'assistant: basilic, menthe, thym'],
    ])
    expect(session.notes.map(({ code, line }) => [code, line])).toEqual([
      ['gap', 12],
      ['line-torn', 14],
    ])
    expect(session.requests.map(({ purpose }) => purpose)).toEqual(['path', 'abandoned', 'path', 'subagent', 'path'])
    expect(total(session)).toEqual([36, 944, 17544, 70])
  })

  it("the program's own record of requests, proven by its hashes", async () => {
    const { exact } = await read('claude-code/exact-requests.jsonl')
    expect(exact.map(({ proven, messages }) => [proven, messages.length])).toEqual([
      [true, 1],
      [true, 3],
    ])
    expect(exact[1]?.messages[1]).toMatchObject({
      role: 'assistant',
      content: [{ type: 'thinking' }, { type: 'tool_use' }],
    })
    expect(exact[1]).toMatchObject({ system: [{ text: 'You help with gardens.' }], tools: [{ name: 'Read' }] })
    expect(exact[1]?.breakpoints.map(({ path }) => path)).toEqual([
      ['system', 0],
      ['messages', 2, 'content', 0],
    ])
    expect(exact[0]?.parameters).toEqual(exact[1]?.parameters)
  })

  it("a sub-agent's own file", async () => {
    const [file, meta] = ['claude-code/agent-a1b2c3d4e5f60718.jsonl', 'claude-code/agent-a1b2c3d4e5f60718.meta.json']
    const session = await read(file, meta)
    expect(session.path).toEqual([])
    expect(session.subagents).toMatchObject([{ id: 'a1b2c3d4e5f60718', callId: 'toolu_C1' }])
    expect(session.subagents[0]?.path.map(({ elsewhere = 0 }) => elsewhere)).toEqual([0, 0, 110889, 0])
    expect(session.requests.map(({ purpose }) => purpose)).toEqual(['subagent', 'subagent'])
    expect(total(session)).toEqual([13, 3300, 2600, 40])
    expect(await sideBySide(session)).toBeUndefined()
  })

  it('a rollout of Codex whose events repeat the items', async () => {
    const session = await read('codex/rollout-basic.jsonl')
    expect(brief(session.window)).toEqual([
      'system: <permissions instructions>ask first</permissions instructions>',
      'user: <environment_context>\n  <cwd>/home/ada/garden</cwd>\n</environment_context>',
      'user: Fix the watering script.',
      'assistant: thinks(Look at the script) + exec_command(call_1)',
      'tool: exec_command(call_1) text "Exit code: 0\\nOutput:\\necho water"',
      'assistant: apply_patch(call_2)',
      'tool: apply_patch(call_2) text "{\\"output\\":\\"Success.\\",\\"metadata\\":{\\"exit_code\\":0}}"',
      'assistant: Fixed.',
    ])
    expect(usage(session.requests)).toEqual([
      [9000, -1, 0, 60],
      [100, -1, 9000, 90],
      [160, -1, 9100, 12],
    ])
    expect(session).toMatchObject({ system: ['You are a coding agent.'], requests: [{ model: 'gpt-5.5' }, {}, {}] })
    expect(session.tools).toBeUndefined()
  })

  it('a fork, with the file of its parent and without', async () => {
    const alone = await read('codex/rollout-forked.jsonl')
    const both = await read('codex/rollout-forked.jsonl', 'codex/rollout-basic.jsonl')
    expect([alone.id?.slice(-4), alone.forkedFrom?.slice(-4)]).toEqual(['0002', '0001'])
    expect(alone.requests.map(({ uncertain }) => uncertain === true)).toEqual([true, true, true, false])
    expect(usage(both.requests)).toEqual([[200, -1, 9200, 15]])
    expect(both.requests[0]?.model).toBe('gpt-5.5-mini')
  })

  it('a compaction of Codex, and a turn that was rolled back', async () => {
    const session = await read('codex/rollout-compacted.jsonl')
    expect(brief(session.window)).toEqual([
      'user: Count the pots.',
      'user: Summary: twelve pots counted.',
      'user: Paint them blue.',
      'assistant: Blue it is.',
    ])
    expect(JSON.stringify(session.path)).not.toContain('Paint them red.')
    expect(session.requests.map(({ purpose }) => purpose)).toEqual(['path', 'path', 'abandoned', 'path'])
    expect(total(session)).toEqual([2610, 0, 9900, 66])
    expect(session.compactions).toMatchObject([{ line: 13, exact: true }])
  })

  it('a session of pi with branches, edits and a checkpoint', async () => {
    const session = await read('pi/v3-tree.jsonl')
    expect(brief(session.window)).toEqual([
      'system: You help with gardens.\n\n<skills>none</skills>',
      'user: Loam, ph 6.5; beans and kale.',
      'user: Please go on.',
      'assistant: Beans.',
      'user: Frost tonight.',
      'user: So?',
      'assistant: Cover the beans.',
    ])
    expect(brief(session.path)).toContain('assistant: Beans and kale.')
    expect(session).toMatchObject({
      title: 'Soil',
      tools: [],
      system: ['You help with gardens.', '<skills>none</skills>'],
    })
    expect(session.requests).toHaveLength(7)
    expect(total(session)).toEqual([3159, 3870, 10020, 90])
  })

  it('version 1 of pi, whose entries have no ids', async () => {
    const session = await read('pi/v1-linear.jsonl')
    expect(brief(session.window)).toEqual([
      'user: Weeds: dock, nettle.',
      'user: Which stings?',
      'assistant: Nettle.',
      'user: hook says hi',
      'user: Pull it.',
    ])
    expect(total(session)).toEqual([24, 1520, 1500, 9])
  })

  it('a log of Gemini CLI with a rewind and a cancelled call', async () => {
    const session = await read('gemini-cli/session-2026-08-05T10-00-aaaa1111.jsonl')
    expect(brief(session.window)).toEqual([
      'user: Which trees?',
      'assistant: thinks(Look: read the list) + read_file(call-1)',
      'tool: read_file(call-1) text "oak, elm"',
      'assistant: Oak and elm.',
      'user: And flowers?',
      'assistant: Let me see. + glob(call-2)',
    ])
    expect(session).toMatchObject({ title: 'Trees and flowers', unanswered: ['call-2'] })
    expect(session.requests.map(({ purpose }) => purpose)).toEqual(['path', 'path', 'abandoned', 'path'])
    expect(total(session)).toEqual([1750, 0, 19500, 72])
  })

  it('the older file of Gemini CLI', async () => {
    const session = await read('gemini-cli/session-legacy.json')
    expect(brief(session.window)).toEqual([
      'user: How deep?',
      'assistant: thinks(measure) + 20 cm. + run_shell_command(r-1)',
      'tool: run_shell_command(r-1) error-text "tape missing"',
    ])
    expect(usage(session.requests)).toEqual([[900, -1, 0, 16]])
  })

  it('a classic task of Cline with a deleted range', async () => {
    const others = ['cline/classic.ui_messages.json', 'cline/classic.history_item.json']
    const session = await read('cline/classic.api_conversation_history.json', ...others)
    expect(session.window.map(({ lines }) => lines)).toEqual([[1], [2], [6]])
    expect(session.unanswered).toEqual(['tu_1'])
    expect(new Set(session.path.flatMap(({ lines }) => lines))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    expect(total(session)).toEqual([45, 4160, 4600, 95])
  })

  it('the newer file of Cline', async () => {
    const session = await read('cline/sdk.messages.json')
    expect(usage(session.requests)).toEqual([
      [50, 850, 0, 20],
      [20, 60, 850, 6],
    ])
  })
})

describe.skipIf(!hasData)('the samples of session files (LAMELLA_DATA) beside a run', () => {
  it.each<[path: string, requests: number, cuts: number]>([
    ['claude-code/split-answer.jsonl', 3, 0],
    ['claude-code/compaction.jsonl', 3, 1],
    ['claude-code/branches.jsonl', 3, 0],
    ['claude-code/exact-requests.jsonl', 2, 0],
    ['codex/rollout-basic.jsonl', 3, 0],
    ['codex/rollout-compacted.jsonl', 3, 1],
    ['codex/rollout-forked.jsonl', 1, 0],
    ['pi/v1-linear.jsonl', 2, 0],
    ['pi/v3-tree.jsonl', 4, 1],
    ['gemini-cli/session-2026-08-05T10-00-aaaa1111.jsonl', 3, 0],
    ['gemini-cli/session-legacy.json', 1, 0],
    ['cline/sdk.messages.json', 2, 0],
  ])('%s', async (path, requests, cuts) => {
    const session = await read(path)
    const found = await sideBySide(session, { window: 400_000 })
    expect(found?.requests).toHaveLength(requests)
    expect(found?.program.cuts).toBe(cuts)
    // In a window that holds everything nothing is cut, and what the program sent before its first compaction is what a run sends.
    expect(found?.run.cuts).toBe(0)
    const first = session.compactions[0]?.line ?? Number.POSITIVE_INFINITY
    for (const { line, program, run } of found?.requests ?? []) {
      if (line < first) expect(Math.abs(run.tokens / program.tokens - 1)).toBeLessThan(0.02)
      expect(run.cached).toBeLessThanOrEqual(run.tokens)
    }
    for (const { messages, values } of found?.compactions ?? [])
      expect(values.kept).toBe(messages.kept > 0 ? values.lost : 0)
  })

  it('a task of Cline, with the cuts that its screens tell', async () => {
    const name = 'cline/classic.api_conversation_history.json'
    const session = await read(name, 'cline/classic.ui_messages.json', 'cline/classic.history_item.json')
    const found = await sideBySide(session, { window: 400_000 })
    expect(found?.requests).toHaveLength(2)
    expect(found?.run.cuts).toBe(0)
  })
})
