import type { Message, ToolOutput } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { checkResults, type ResultRule } from '../../src/history/results/result-rules.ts'
import { shorterResults } from '../../src/history/results/shorter-results.ts'
import { type Called, calls, outputsIn, resultOf, results, text } from '../support/results.ts'

const long = `begin ${'.'.repeat(988)} end.`

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
  return value
}

/** Returns the forms of a message, which is frozen: a change of it would throw. */
function formsOf(message: Message, tools: Readonly<Record<string, ResultRule>> = {}): readonly Message[] {
  const rules = checkResults({ tools })
  if (!rules) throw new Error('no rules')
  return shorterResults(freeze(structuredClone(message)), rules)
}

const outputs = (output: ToolOutput): readonly (ToolOutput | undefined)[] =>
  formsOf(results({ id: 'a', tool: 'look', output })).map((form) => outputsIn([form]).get('a'))

describe('the forms of an old result', () => {
  it('are 400 characters of it, from its beginning and its end, and then its size', () => {
    const [short, named, ...others] = outputs(text(long))
    expect(short).toMatchObject({ type: 'text' })
    const { value = '' } = short as { value?: string }
    expect(value.length).toBeLessThanOrEqual(400)
    expect(value.length).toBeGreaterThan(390)
    expect(value).toMatch(/^begin \.+… \[\d+ characters cut\]\.+ end\.$/)
    expect(named).toEqual(text(`[Result of ${long.length} characters, no longer shown]`))
    expect(others).toEqual([])
  })

  it('are only its size if it has no more than 400 characters, and none if that saves little', () => {
    const message = results({ id: 'a', tool: 'look', output: text('x'.repeat(400)) })
    const [same, named] = formsOf(message)
    expect(same).toEqual(message)
    expect(outputsIn(named ? [named] : []).get('a')).toEqual(text('[Result of 400 characters, no longer shown]'))
    expect(outputs(text('x'.repeat(140)))).toEqual([])
    expect(outputs(text(''))).toEqual([])
  })

  it('are still errors if it is one, and keep what a provider needs', () => {
    const providerOptions = { acme: { id: 7 } }
    for (const output of [
      { type: 'error-text', value: long, providerOptions },
      { type: 'error-json', value: { long }, providerOptions },
    ] as const) {
      const forms = outputs(output)
      expect(forms).toHaveLength(2)
      for (const form of forms) expect(form).toMatchObject({ type: 'error-text', providerOptions })
      expect(forms[1]).toMatchObject({ value: expect.stringMatching(/^\[Error of \d+ characters, no longer shown\]$/) })
    }
  })

  it('are text if it is JSON, since half a JSON value is none', () => {
    const size = JSON.stringify({ long }).length
    const [short, named] = outputs({ type: 'json', value: { long } })
    expect(short).toMatchObject({ type: 'text', value: expect.stringContaining('{"long":"begin') })
    expect(named).toEqual(text(`[Result of ${size} characters, no longer shown]`))
    expect(outputs({ type: 'json', value: undefined as never })).toEqual([])
  })

  it('name the images and files that they leave out, in both forms', () => {
    const image = { type: 'image-data', data: 'AAAA', mediaType: 'image/png' } as const
    const file = { type: 'file-url', url: 'https://x.test/a.pdf' } as const
    const many = Array.from({ length: 10 }, () => ({ type: 'text' as const, text: 'y'.repeat(100) }))
    expect(outputs({ type: 'content', value: [{ type: 'text', text: 'Seen.' }, image, image, file] })).toEqual([
      {
        type: 'content',
        value: [
          { type: 'text', text: 'Seen.' },
          { type: 'text', text: '[Image, image/png, no longer shown]' },
          { type: 'text', text: '[Image, image/png, no longer shown]' },
          { type: 'text', text: '[File, no longer shown]' },
        ],
      },
      text('[Result of 5 characters, 2 images and 1 file, no longer shown]'),
    ])
    expect(outputs({ type: 'content', value: [image] })).toEqual([
      { type: 'content', value: [{ type: 'text', text: '[Image, image/png, no longer shown]' }] },
      text('[Result of 1 image, no longer shown]'),
    ])
    // Many short pieces are as long as one long piece.
    const [short] = outputs({ type: 'content', value: many })
    expect(JSON.stringify(short).length).toBeLessThan(500)
  })

  it('leave pieces for one provider as they are, since they may mean more than their text', () => {
    const custom = {
      type: 'custom',
      providerOptions: { anthropic: { type: 'tool-reference', toolName: 'find' } },
    } as const
    expect(outputs({ type: 'content', value: [custom] })).toEqual([])
    const forms = outputs({ type: 'content', value: [{ type: 'text', text: long }, custom] })
    expect(forms).toEqual([{ type: 'content', value: [expect.objectContaining({ type: 'text' }), custom] }])
  })

  it('keep a denial, and cut only its reason', () => {
    expect(outputs({ type: 'execution-denied', reason: 'No.' })).toEqual([])
    const [short, ...others] = outputs({ type: 'execution-denied', reason: long })
    expect(short).toMatchObject({ type: 'execution-denied', reason: expect.stringMatching(/^begin .* end\.$/) })
    expect(others).toEqual([])
    // Next to a result that is named it stays short.
    const [first, second] = formsOf(
      results(
        { id: 'a', tool: 'look', output: { type: 'execution-denied', reason: long } },
        { id: 'b', tool: 'look', output: text(long) },
      ),
    ).map((form) => outputsIn([form]))
    expect(second?.get('a')).toEqual(first?.get('a'))
  })

  it('leave the decisions of a person as they are', () => {
    const decision = { type: 'tool-approval-response', approvalId: 'x', approved: true, reason: long } as const
    const message: Message = {
      role: 'tool',
      content: [decision, resultOf({ id: 'a', tool: 'look', output: text(long) })],
    }
    for (const form of formsOf(message)) expect(form.content[0]).toEqual(decision)
    expect(formsOf({ role: 'tool', content: [decision] })).toEqual([])
  })

  it('exist for results inside of answers, unless a tool of the provider returned them', () => {
    const own = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} } as const
    const ran = { ...own, toolCallId: 'b', providerExecuted: true } as const
    const inside = (id: string) => resultOf({ id, tool: 'look', output: text(long) })
    const message: Message = {
      role: 'assistant',
      content: [own, inside('a'), ran, inside('b'), { type: 'text', text: long }],
    }
    const forms = formsOf(message)
    expect(forms).toHaveLength(2)
    for (const { content } of forms) {
      expect(content[1]).not.toEqual(inside('a'))
      expect([content[0], ...content.slice(2)]).toEqual([own, ran, inside('b'), { type: 'text', text: long }])
    }
    // The call of a result in a later answer is one of the provider's.
    expect(formsOf({ role: 'assistant', content: [inside('b')] })).toEqual([])
  })
})

describe('rules for the results of tools', () => {
  const one = (id: string, tool: string): Called => ({ id, tool, output: text(`${id} ${long}`) })

  it('apply to each of the results of parallel calls', () => {
    const message = results(one('a', 'skill'), one('b', 'screen'), one('c', 'look'))
    const full = outputsIn([message])
    const [short, named] = formsOf(message, { skill: 'keep', screen: 'first' }).map((form) => outputsIn([form]))
    const isNamed = { value: expect.stringMatching(/no longer shown/) }
    expect([short?.get('a'), named?.get('a')]).toEqual([full.get('a'), full.get('a')])
    expect([short?.get('b'), named?.get('b')]).toMatchObject([isNamed, isNamed])
    expect(short?.get('c')).toMatchObject({ value: expect.stringMatching(/^c begin .* end\.$/) })
    expect(named?.get('c')).toMatchObject(isNamed)
    expect(formsOf(results(one('a', 'skill')), { skill: 'keep' })).toEqual([])
  })

  it('are found by the name alone, whatever the name', () => {
    for (const tool of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(formsOf(results(one('a', tool)))).toHaveLength(2)
      const rule = (value: string) => JSON.parse(`{ ${JSON.stringify(tool)}: ${JSON.stringify(value)} }`)
      expect(formsOf(results(one('a', tool)), rule('keep'))).toEqual([])
      expect(formsOf(results(one('a', tool)), rule('first'))).toHaveLength(1)
    }
  })

  it('leave calls and texts without results without forms', () => {
    expect(formsOf(calls(one('a', 'look')))).toEqual([])
    expect(formsOf({ role: 'user', content: long })).toEqual([])
    expect(formsOf({ role: 'assistant', content: long })).toEqual([])
  })
})
