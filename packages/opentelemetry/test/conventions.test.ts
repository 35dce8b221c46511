import { readFileSync } from 'node:fs'
import { extend } from '@lamella/runs'
import * as incubating from '@opentelemetry/semantic-conventions/incubating'
import { describe, expect, it } from 'vitest'
import { genAi, lamella, metricNames, operations } from '../src/conventions.ts'
import { attributes, spans } from './fixtures/conventions.ts'
import { createAgent, never, scope, turn } from './support/agent.ts'
import { type Exported, listen } from './support/exported.ts'

const exports: Readonly<Record<string, unknown>> = incubating
const exportOf = (name: string): unknown => exports[`ATTR_${name.toUpperCase().replaceAll('.', '_')}`]

describe('the names copied from the conventions', () => {
  it('are those of the schema, and the schema lists no other', () => {
    expect(Object.values(genAi).toSorted()).toEqual(Object.keys(attributes).toSorted())
  })

  for (const [name, { packaged }] of Object.entries(attributes)) {
    it(`${name} is ${packaged ? 'what' : 'newer than what'} the published package has`, () => {
      expect(exportOf(name)).toBe(packaged ? name : undefined)
    })
  }

  it('of operations are theirs where they have one', () => {
    expect(operations.retrieval).toBe(incubating.GEN_AI_OPERATION_NAME_VALUE_RETRIEVAL)
    const theirs = Object.values(spans).flatMap((span) => span.operations)
    expect(Object.values(operations)).toEqual(expect.arrayContaining(theirs))
  })

  it('are never used for our own attributes', () => {
    for (const name of [...Object.values(lamella), ...Object.values(metricNames)]) expect(name).toMatch(/^lamella\./)
  })
})

/** Does everything that is observed, with all attributes. */
async function everything(): Promise<readonly Exported[]> {
  const seen = listen()
  const { builder, sessions, memories, strategy } = createAgent({ ...seen.options, content: true })
  await memories.put(scope, { id: 'm1', text: 'Likes tea.' })
  await memories.search?.(scope, { query: 'tea' })
  await memories.delete(scope, 'm1', { expectedRevision: 7 }).catch(() => {})
  await memories.erase?.(scope)
  await sessions.append(scope, 'chat', turn)
  await sessions.search?.(scope, { query: 'tea' }, 'chat')
  await sessions.compactions?.add(scope, 'chat', { start: 0, end: 4, text: 'Tea.' })
  const { run } = await extend(builder, { scope, message: 'tea' })
  await extend(builder, { scope, message: 'tea', run, cut: true })
  const context = { system: [], messages: [] }
  await strategy.compact({ context, messages: turn, model: 'm', maxOutputTokens: 9, signal: never })
  return seen.spans()
}

describe('each span', () => {
  it('has the attributes of the conventions with their types, and no others of their namespaces', async () => {
    const used = new Set<string>()
    for (const span of await everything()) {
      for (const [name, value] of Object.entries(span.attributes)) {
        if (name.startsWith('lamella.')) continue
        used.add(name)
        expect(attributes, span.name).toHaveProperty([name])
        const { type } = attributes[name] ?? {}
        if (type === 'int') expect(Number.isSafeInteger(value), name).toBe(true)
        else expect(typeof value, name).toBe('string')
        if (type === 'json') expect(JSON.parse(String(value)), name).toBeInstanceOf(Array)
      }
    }
    expect([...used].toSorted()).toEqual(Object.keys(attributes).toSorted())
  })

  it('of an operation of the conventions has what they require, and nothing that they do not list', async () => {
    const all = await everything()
    for (const { operations: names, required, optional } of Object.values(spans)) {
      for (const operation of names) {
        const found = all.filter((span) => span.attributes['gen_ai.operation.name'] === operation)
        expect(found.length, operation).toBeGreaterThan(0)
        for (const span of found) {
          const keys = Object.keys(span.attributes)
          expect(keys).toEqual(expect.arrayContaining([...required]))
          expect([...required, ...optional]).toEqual(expect.arrayContaining(keys))
          expect(span.name.split(' ')[0]).toBe(operation)
        }
      }
    }
  })
})

describe('the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const named = new Set(readme.match(/`(?:lamella|gen_ai)\.[\w.]+[a-z]/g)?.map((name) => name.slice(1)))

  it('lists every attribute, metric and operation, and no other', () => {
    const ours = [...Object.values(genAi), ...Object.values(lamella), ...Object.values(metricNames)]
    const expected = new Set(ours.filter((name) => name !== 'error.type'))
    expect([...named].filter((name) => !/^gen_ai\.usage\./.test(name)).toSorted()).toEqual([...expected].toSorted())
    for (const operation of Object.values(operations)) expect(readme).toContain(`\`${operation}`)
  })
})
