import { defaultAgents, defaultSoul, system } from '@lamella/layers'
import { describe, expect, it } from 'vitest'
import { load, textOf } from './support/load.ts'

describe('system', () => {
  it('comes first, is dropped last, and is pinned whole', async () => {
    const layer = system()
    expect(layer).toMatchObject({
      name: 'system',
      order: 100,
      priority: 1000,
      stability: 'session',
      placement: 'system',
    })
    expect(Object.isFrozen(layer)).toBe(true)
    const { fragments } = await load(layer)
    expect(fragments.map(({ id, pinned, shorter }) => ({ id, pinned, shorter }))).toEqual([
      { id: 'soul', pinned: true, shorter: undefined },
      { id: 'agents', pinned: true, shorter: undefined },
    ])
  })

  it('joins SOUL and AGENTS by one empty line', async () => {
    const agents = { read: () => ({ text: '\n# Rules\n- Ask.\n\n', from: 'AGENTS.md' }) }
    expect(await textOf(system({ soul: 'You are Kim.\n', agents }))).toBe('You are Kim.\n\n# Rules\n- Ask.')
  })

  it('puts the identity after the soul, and the user last', async () => {
    const layer = system({ soul: 'Be calm.', identity: 'You are Kim.', agents: 'Ask first.', user: 'Ada, in Bern.' })
    expect(await textOf(layer)).toBe('Be calm.\n\nYou are Kim.\n\nAsk first.\n\nAda, in Bern.')
    const { fragments } = await load(layer)
    expect(fragments.map(({ id, pinned }) => [id, pinned])).toEqual([
      ['soul', true],
      ['identity', true],
      ['agents', true],
      ['user', true],
    ])
  })

  it('has no default for identity and user', async () => {
    const missing = { read: () => undefined }
    expect(await textOf(system({ identity: missing, user: missing }))).toBe(`${defaultSoul}\n\n${defaultAgents}`)
  })

  it('has a default for each file that is missing', async () => {
    const missing = { read: () => undefined }
    expect(await textOf(system({ soul: missing, agents: missing }))).toBe(`${defaultSoul}\n\n${defaultAgents}`)
    expect(await textOf(system({ soul: 'You are Kim.' }))).toBe(`You are Kim.\n\n${defaultAgents}`)
  })

  it('accepts a blank text as "nothing"', async () => {
    expect((await load(system({ soul: ' \n', agents: '' }))).fragments).toEqual([])
  })

  it('puts a configured prompt first and adds no default to it', async () => {
    expect(await textOf(system({ prompt: 'Be kind.' }))).toBe('Be kind.')
    expect(await textOf(system({ prompt: 'Be kind.', agents: 'Ask.' }))).toBe('Be kind.\n\nAsk.')
  })

  it('reads both sources concurrently, with scope and signal, and passes their notices on', async () => {
    const started: string[] = []
    const source = (name: string) => ({
      read: async (scope: { readonly tenant: string }, { signal }: { readonly signal: AbortSignal }) => {
        started.push(`${name} for ${scope.tenant}, aborted: ${signal.aborted}`)
        await Promise.resolve()
        expect(started).toHaveLength(2)
        return { text: name, from: `/w/${name}`, notices: [{ code: 'FILE_TRUNCATED', what: name }] }
      },
    })
    const result = await load(system({ soul: source('soul'), agents: source('agents') }))
    expect(started).toEqual(['soul for acme, aborted: false', 'agents for acme, aborted: false'])
    expect(result.notices?.map((notice) => notice.what)).toEqual(['soul', 'agents'])
    expect(result.fragments[0]?.origin).toEqual({ by: 'owner', from: '/w/soul' })
  })

  it('preserves texts that look like replacement patterns', async () => {
    expect(await textOf(system({ prompt: "$& $$ $' $1" }))).toBe("$& $$ $' $1")
  })

  it('names a misspelled option in the error', () => {
    const options = { soull: 'You are Kim.' }
    expect(() => system(options as object)).toThrow("Did you mean 'soul'?")
    expect(() => system({ soul: 7 as unknown as string })).toThrow("'soul' must be a string or a source")
  })
})
