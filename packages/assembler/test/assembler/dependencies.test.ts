import { type AssemblerDependencies, createContextAssembler } from '@lamella/assembler'
import { defineLayer, isLamellaError, type LamellaError } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { executor, now, scope, skillProvider, tool, user } from './support.ts'

const reader = { getMessages: () => [user('Hello')] }
const boom = (): never => {
  throw new Error('boom')
}
const never = (): Promise<never> => new Promise(() => undefined)
const config = { model: 'gpt-4o' } as const

/** Values of any type, as JavaScript callers may pass them. */
type Given = Readonly<Record<string, unknown>>

function make({ models, ...given }: Given): ReturnType<typeof createContextAssembler> {
  return createContextAssembler({ sessionStore: reader, now, ...given } as unknown as AssemblerDependencies, {
    ...config,
    ...(models !== undefined && { models: models as never }),
  })
}

async function failureOf(given: Given): Promise<LamellaError> {
  const error = await make(given)
    .assemble('s', 'a')
    .catch((thrown: unknown) => thrown)
  if (!isLamellaError(error)) throw new Error('no error of Lamella', { cause: error })
  return error
}

const layers = [defineLayer('own', { load: () => 'x' })]

/** The method that is called on each dependency, and a replacement that throws or hangs. */
const asynchronous: readonly (readonly [name: string, method: string, given: (how: () => never) => Given])[] = [
  ['sessionStore', 'getMessages', (how) => ({ sessionStore: { getMessages: how } })],
  [
    'sessionStore',
    'getMessages',
    (how) => ({ sessionStore: { getMessages: how, getMetadata: () => ({ revision: 1 }) } }),
  ],
  ['sessionStore', 'getMetadata', (how) => ({ sessionStore: { ...reader, getMetadata: how } })],
  ['getSessionMetadata', 'getSessionMetadata', (how) => ({ getSessionMetadata: how })],
  ['getAgentMetadata', 'getAgentMetadata', (how) => ({ getAgentMetadata: how })],
  ['layersVersion', 'layersVersion', (how) => ({ scope, layers, layersVersion: how })],
  ['toolExecutor', 'list', (how) => ({ toolExecutor: { list: how } })],
  ['toolExecutor', 'getForModel', (how) => ({ toolExecutor: { list: () => [], getForModel: how } })],
  ['skillProvider', 'getActiveSkills', (how) => ({ skillProvider: { getActiveSkills: how } })],
]
const synchronous: typeof asynchronous = [
  ['now', 'now', (how) => ({ now: how })],
  ['scope', 'scope', (how) => ({ scope: how })],
  ['models', 'findModel', (how) => ({ models: { findModel: how, getModel: how } })],
  ['models', 'getModel', (how) => ({ models: { findModel: () => undefined, getModel: how } })],
]

describe('a dependency', () => {
  it.each([...asynchronous, ...synchronous])(
    '%s, %s that throws is reported by name, with the cause',
    async (dependency, method, given) => {
      const error = await failureOf(given(boom))
      expect(error).toMatchObject({ code: 'DEPENDENCY_FAILED', details: { dependency, method } })
      expect(error.message).toContain('boom')
      expect(error.cause).toEqual(new Error('boom'))
    },
  )

  it.each(asynchronous)('%s, %s that rejects is reported like one that throws', async (dependency, method, given) => {
    const rejects = (async () => boom()) as unknown as () => never
    expect(await failureOf(given(rejects))).toMatchObject({
      code: 'DEPENDENCY_FAILED',
      details: { dependency, method },
    })
  })

  it.each(asynchronous)('%s, %s that hangs does not block callers that pass a signal', async (_, __, given) => {
    const control = new AbortController()
    const assembler = make(given(never as unknown as () => never))
    const waiting = assembler.assemble('s', 'a', { signal: control.signal })
    const checking = assembler.checkCompaction('s', { agent: 'a', signal: control.signal })
    setTimeout(() => control.abort(new Error('enough')), 1)
    for (const one of [waiting, checking]) {
      await expect(one).rejects.toMatchObject({ code: 'ABORTED', cause: new Error('enough') })
    }
  })

  const odd: readonly unknown[] = [7, 'text', true, Symbol('x'), [], new Map(), () => 1]
  const none = (): boolean => false
  const isWrong: readonly (readonly [name: string, (value: unknown) => Given, fine: (value: unknown) => boolean])[] = [
    ['getMessages', (value) => ({ sessionStore: { getMessages: () => value } }), Array.isArray],
    ['a message', (value) => ({ sessionStore: { getMessages: () => [user('Hello'), value] } }), none],
    ['a part', (value) => ({ sessionStore: { getMessages: () => [{ role: 'user', content: [value] }] } }), none],
    ['metadata', (value) => ({ getSessionMetadata: () => value }), (value) => value instanceof Map],
    ['an agent', (value) => ({ getSessionMetadata: () => ({ agent: value }) }), (value) => value === 'text'],
    [
      'a revision',
      (value) => ({ getSessionMetadata: () => ({ revision: value }) }),
      (value) => value === 'text' || value === 7,
    ],
    ['getAgentMetadata', (value) => ({ getAgentMetadata: () => value }), (value) => value instanceof Map],
    ['layersVersion', (value) => ({ scope, layers, layersVersion: () => value }), (value) => value === 'text'],
    ['now', (value) => ({ now: () => value }), none],
    ['models', (value) => ({ models: { findModel: () => value, getModel: () => value } }), none],
    ['tools', (value) => ({ toolExecutor: { list: () => value } }), Array.isArray],
    ['skills', (value) => ({ skillProvider: { getActiveSkills: () => value } }), Array.isArray],
  ]
  it.each(isWrong)(
    'that returns an invalid value for %s is reported, and valid values are not',
    async (_, given, fine) => {
      for (const value of odd) {
        if (fine(value)) continue
        expect(await failureOf(given(value)), String(value)).toMatchObject({ code: 'DEPENDENCY_INVALID' })
      }
    },
  )

  it('that returns a broken record or part is reported with its position', async () => {
    const problemOf = async (...messages: readonly unknown[]): Promise<unknown> => {
      const { details } = await failureOf({ sessionStore: { getMessages: () => [user('Hello'), ...messages] } })
      return (details as { readonly problem?: unknown }).problem
    }
    expect(await problemOf({ type: 'tool_call', toolCallId: 5 })).toMatch(/^the message at 1 .*toolCallId/)
    expect(await problemOf({ type: 'user', content: 'x' }, { type: 'thought' })).toMatch(
      /^the message at 2 .*"thought"/,
    )
    expect(await problemOf({ role: 'assistant', content: [{ type: 'text' }] })).toMatch(
      /^session\[1\]\.content\[0\]\.text /,
    )
    expect(await problemOf({ role: 'assistant', content: [null] })).toMatch(
      /^session\[1\]\.content\[0\] must be an object/,
    )
    expect(await problemOf({ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a' }] })).toMatch(
      /^session\[1\]\.content\[0\]\.toolName is missing/,
    )
    expect(await problemOf(null)).toMatch(/^session\[1\] is not a message/)
  })

  it('reports a scope function that returns no scope, or a promise; a scope without a tenant is SCOPE_INVALID', async () => {
    for (const given of [undefined, null, 'acme', Promise.resolve(scope)]) {
      expect(await failureOf({ scope: () => given })).toMatchObject({ code: 'DEPENDENCY_INVALID' })
    }
    expect(await failureOf({ scope: () => ({}) })).toMatchObject({ code: 'SCOPE_INVALID' })
    expect(await failureOf({ scope: {} })).toMatchObject({ code: 'SCOPE_INVALID' })
  })

  it('reports a clock that returns an invalid Date, even if no time is shown', async () => {
    const given = { sessionStore: reader, now: () => new Date(Number.NaN) }
    for (const includeDatetime of [true, false]) {
      const assembler = createContextAssembler(given, { ...config, includeDatetime })
      await expect(assembler.assemble('s')).rejects.toMatchObject({
        code: 'DEPENDENCY_INVALID',
        details: { dependency: 'now' },
      })
    }
  })

  it('may return metadata with null fields, as database rows have; they count as missing', async () => {
    const nothing = { defaults: null, agent: null, revision: null }
    const { metadata } = await make({ getSessionMetadata: () => nothing, getAgentMetadata: () => nothing }).assemble(
      's',
    )
    expect(metadata).toMatchObject({ session: 's', model: 'gpt-4o' })
    expect(metadata).not.toHaveProperty('agent')
  })

  it('is called for metadata once per request', async () => {
    let asked = 0
    const getMetadata = (): object => {
      asked++
      return { revision: asked }
    }
    await make({ sessionStore: { ...reader, getMetadata } }).assemble('s')
    expect(asked).toBe(1)
  })

  it('may return valid metadata: the assembler uses the agent named there', async () => {
    const asked: unknown[] = []
    const assembler = make({
      sessionStore: { ...reader, getMetadata: () => ({ agent: 'kim', defaults: { temperature: 0.1 } }) },
      getAgentMetadata: (agentId: string) => {
        asked.push(agentId)
        return { name: 'Kim', defaults: { maxOutputTokens: 99 } }
      },
      skillProvider,
      toolExecutor: executor(tool('look')),
    })
    const { metadata, parameters } = await assembler.assemble('s')
    expect(asked).toEqual(['kim'])
    expect(metadata.agent).toBe('kim')
    expect(parameters).toMatchObject({ temperature: 0.1, maxOutputTokens: 99 })
  })
})
