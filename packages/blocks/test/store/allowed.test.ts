import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Access, MemoryCache, MemoryPermission } from '../../src/index.ts'
import { decide, isAtMost, lesser } from '../../src/permissions/decide.ts'
import { memoryPermissions } from '../../src/permissions/permission.ts'
import { memoryOver, newMemory } from './support.ts'

describe('combining two permissions', () => {
  const all = fc.constantFrom(...memoryPermissions)

  it('allows at most what both allow', () => {
    const accesses: readonly Access[] = ['read', 'append', 'overwrite', 'delete']
    fc.assert(
      fc.property(all, all, (a, b) => {
        const both = lesser(a, b)
        expect([isAtMost(both, a), isAtMost(both, b), lesser(b, a)]).toEqual([true, true, both])
        for (const access of accesses) {
          if (decide(both, access) === 'allow') {
            expect([decide(a, access), decide(b, access)]).toEqual(['allow', 'allow'])
          }
        }
      }),
    )
    expect(isAtMost('Partner', 'Append')).toBe(false)
    expect(isAtMost('Append', 'Partner')).toBe(false)
    expect(isAtMost('Partner', 'Human')).toBe(false)
    expect(lesser('Partner', 'Append')).toBe('ReadOnly')
  })

  it('never extends a share beyond the permission of the block, even for the system', async () => {
    for (const own of memoryPermissions) {
      const { memory } = newMemory()
      await memory.createBlock('a', 'b', { type: 'Core', permission: own })
      for (const permission of memoryPermissions) {
        const done = memory.shareBlock('a', 'b', 'c', { permission, system: true })
        if (isAtMost(permission, own)) await done
        else await expect(done).rejects.toMatchObject({ code: 'BLOCK_FORBIDDEN', details: { needs: permission } })
      }
    }
  })
})

describe('generated operations of agents', () => {
  it('never exceed a permission, over runs of up to 30 operations', async () => {
    const step = fc.record({
      agent: fc.constantFrom('a', 'b', 'c'),
      label: fc.constantFrom('x', 'y'),
      owner: fc.constantFrom('a', 'b'),
      operation: fc.constantFrom('setText', 'appendText'),
    })
    const permission = fc.constantFrom(...memoryPermissions, 'ReadWrite' as const, 'Admin' as const)
    const own = fc.array(permission, { minLength: 4, maxLength: 4 })
    const shares = fc.array(
      fc.record({
        from: fc.constantFrom('a', 'b'),
        label: fc.constantFrom('x', 'y'),
        to: fc.constantFrom('a', 'b', 'c'),
        permission,
      }),
      { maxLength: 10, size: 'max' },
    )
    let done = 0
    const run = async (
      permissions: readonly MemoryPermission[],
      given: readonly { from: string; label: string; to: string; permission: MemoryPermission }[],
      steps: readonly { agent: string; label: string; owner: string; operation: string }[],
    ): Promise<void> => {
      const { memory, blocks } = newMemory()
      // Each agent runs in its own program.
      const memories = new Map(['a', 'b', 'c'].map((agent) => [agent, memoryOver(blocks)]))
      const allowed = new Map<string, MemoryPermission>()
      const texts = new Map<string, string>()
      for (const [index, place] of ['a x', 'a y', 'b x', 'b y'].entries()) {
        const [agent = '', label = ''] = place.split(' ')
        const has = permissions[index] as MemoryPermission
        await memory.createBlock(agent, label, { type: 'Core', permission: has, content: '.' })
        allowed.set(`${agent} ${place}`, has)
        texts.set(place, '.')
      }
      for (const { from, label, to, permission: wanted } of given) {
        const has = allowed.get(`${from} ${from} ${label}`) as MemoryPermission
        if (from === to || !isAtMost(wanted, has)) continue
        await memory.shareBlock(from, label, to, { permission: wanted, system: true })
        allowed.set(`${to} ${from} ${label}`, wanted)
      }
      for (const [index, { agent, label, owner: from, operation }] of steps.entries()) {
        const place = `${from} ${label}`
        const has = allowed.get(`${agent} ${place}`)
        const call = operation === 'setText' ? 'updateBlockText' : 'appendToBlock'
        const own = memories.get(agent) as MemoryCache
        const result = await own[call](agent, label, `<${index}>`, { owner: from }).then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        const decision = has && decide(has, operation === 'setText' ? 'overwrite' : 'append')
        if (decision === undefined) expect(result).toBe('BLOCK_MISSING')
        else if (decision === 'deny') expect(result).toBe('BLOCK_FORBIDDEN')
        else if (decision === 'allow') expect(result).toBe('done')
        else expect(result).toBe('BLOCK_CONSENT_NEEDED')
        if (result === 'done') {
          texts.set(place, operation === 'setText' ? `<${index}>` : `${texts.get(place)}<${index}>`)
          done++
        }
        const seen = await own.getRenderedContent(agent, label, { owner: from })
        expect(seen).toBe(has === undefined ? undefined : texts.get(place))
      }
    }
    await fc.assert(fc.asyncProperty(own, shares, fc.array(step, { minLength: 5, maxLength: 30 }), run), {
      numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150),
    })
    console.log(`${done} operations were allowed`)
    expect(done).toBeGreaterThan(150)
  })
})
