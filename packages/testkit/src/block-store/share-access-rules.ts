import type { Scope } from '@lamella/core'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import { lacking } from '../stores/lacking.ts'
import type { BlockRule } from './options.ts'
import { ada, bob, bytes, carol, contentTexts, notes, persona } from './samples.ts'
import { mustShare, type SharingStore } from './sharing.ts'

const reading = { permission: 'read' }
/** Agents that sort differently by UTF-8 bytes or by locale. */
const disordered = ['\uffff', '😀', 'b', 'B', '__proto__']

const step = fc.record({
  kind: fc.constantFrom('share', 'share', 'unshare', 'append', 'append', 'read'),
  from: fc.nat({ max: 3 }),
  to: fc.nat({ max: 3 }),
  permission: fc.constantFrom('read', 'write', 'WRITE'),
})

/** Rules for access through shares, and for listing and searching what is shared. */
export const shareAccessRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_SHARE_ACCESS',
    name: 'allows reads and writes by the permissions of that moment, whatever is shared, changed and ended',
    contract: ['BlockSharing', 'Access across owners requires a share'],
    check: async (given, bench) => {
      const store = mustShare(given, bench)
      await store.create(ada, persona)
      const append = (permission?: string) => (): unknown =>
        store.appendShared(bob, ada, persona.id, bytes('u'), permission === undefined ? {} : { permission })
      for (const scope of [bob, carol]) await store.share(ada, persona.id, scope, reading)
      await mustEndWith(bench, 'BLOCK_NOT_SHARED', 'an update by a read-only grantee', append())
      await store.share(ada, persona.id, bob, { permission: 'write', write: true })
      await mustEndWith(bench, 'BLOCK_NOT_SHARED', 'an update with another permission', append('read'))
      await mustEndWith(bench, undefined, 'an update with the permission of the share', append('write'))
      await store.share(ada, persona.id, bob, reading)
      await mustEndWith(bench, 'BLOCK_NOT_SHARED', 'an update by a grantee that may only read now', append())
      const newest = { scope: bob, permission: 'read', write: false }
      const now = (await store.shares(ada, persona.id)).filter((share) => same(share.scope, bob))
      mustEqual(bench, now, [newest], `the newest share alone, ${show(newest)}`)
      await store.share(ada, persona.id, bob, { permission: 'write', write: true })
      await store.unshare(ada, persona.id, bob)
      await mustEndWith(bench, 'BLOCK_NOT_SHARED', 'an update after the share ended', append())
      const left = await store.readShared(carol, ada, persona.id)
      if (!left) bench.fail('the share of the other scope to continue', show(left))
      const nextScope = newScopes()
      await bench.forEach(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
        const { tenant } = nextScope()
        const scopes: readonly Scope[] = [
          ...[{ tenant }, { tenant, agent: 'a' }, { tenant, user: 'u' }],
          { tenant: `other ${tenant}`, agent: 'a' },
        ]
        const words = scopes.map((): string[] => [])
        const shares = new Map<string, string>()
        for (const scope of scopes) await store.create(scope, persona)
        for (const [index, { kind, from, to, permission }] of steps.entries()) {
          const [owner, other] = [scopes[from], scopes[to]] as [Scope, Scope]
          const key = `${from} ${to}`
          const has = shares.get(key)
          const what = `${kind} of ${show(owner)} for ${show(other)} with ${permission}, where the share is ${show(has)}`
          if (kind === 'share') {
            const isFit = from !== to && owner.tenant === other.tenant
            const write = permission !== 'read'
            const share = (): unknown => store.share(owner, persona.id, other, { permission, write })
            await mustEndWith(bench, isFit ? undefined : 'STORE_VALUE_INVALID', what, share)
            if (isFit) shares.set(key, permission)
          } else if (kind === 'unshare') {
            const ended = await store.unshare(owner, persona.id, other)
            if (ended !== shares.delete(key)) bench.fail(`${has !== undefined} for ${what}`, show(ended))
          } else if (kind === 'append') {
            // A writer whose permission has changed meanwhile must find out.
            const options = permission === 'read' ? {} : { permission }
            const mayWrite = has !== undefined && has !== 'read' && (permission === 'read' || permission === has)
            const append = (): unknown => store.appendShared(other, owner, persona.id, bytes(`${index}`), options)
            await mustEndWith(bench, mayWrite ? undefined : 'BLOCK_NOT_SHARED', what, append)
            if (mayWrite) words[from]?.push(`${index}`)
          } else {
            const content = await store.readShared(other, owner, persona.id)
            const seen = content && contentTexts(content).slice(1)
            const wanted = has === undefined ? undefined : words[from]
            mustEqual(bench, seen, wanted, `${show(wanted)} for ${what}`)
          }
        }
      })
    },
  },
  {
    code: 'BLOCK_SHARE_LIST',
    name: 'lists shares and shared blocks in UTF-16 code unit order',
    contract: [
      'BlockSharing.listShared',
      'Lists the blocks that others share with exactly this scope, by user, agent and block id in code unit order',
    ],
    check: async (given, bench) => {
      const store = mustShare(given, bench)
      const wanted = disordered.toSorted()
      for (const agent of disordered) {
        for (const id of disordered) {
          await store.create({ tenant: 'acme', agent }, { id, label: id, kind: 'core' })
          await store.share({ tenant: 'acme', agent }, id, carol, reading)
        }
        await store.share({ tenant: 'acme', agent }, 'b', bob, reading)
      }
      const shared = await store.listShared(carol)
      const seen = shared.map(({ owner, block }) => [owner.agent, block.id])
      const pairs = wanted.flatMap((agent) => wanted.map((id) => [agent, id]))
      mustEqual(bench, seen, pairs)
      await store.create(ada, persona)
      for (const agent of disordered) await store.share(ada, persona.id, { tenant: 'acme', agent }, reading)
      const agents = (await store.shares(ada, persona.id)).map(({ scope }) => scope.agent)
      mustEqual(bench, agents, wanted)
    },
  },
  {
    code: 'BLOCK_SHARE_SEARCH',
    name: 'finds only what is shared, with scores that depend on that alone',
    contract: ['BlockSharing.searchShared', 'Scores depend only on what is shared'],
    check: async (given, bench) => {
      const store = mustShare(given, bench)
      if (!store.searchShared) return bench.skip(lacking(store, 'searchShared'))
      await store.create(ada, { ...persona, text: 'Ada likes green tea.' })
      await store.share(ada, persona.id, bob, reading)
      await mustFind(store, bench, ['one'])
      const [before] = (await store.searchShared(bob, { query: 'tea', mode: 'keyword' })).hits
      const { owner, permission, block } = before?.item ?? {}
      if (!same([owner, permission, block?.text], [ada, 'read', 'Ada likes green tea.'])) {
        bench.fail('the block with its owner, its permission and its text', show(before))
      }
      await store.create(ada, { ...notes, text: 'tea, tea and tea' })
      await store.create(bob, { ...persona, text: 'more tea' })
      await mustFind(store, bench, ['one'])
      const [after] = (await store.searchShared(bob, { query: 'tea', mode: 'keyword' })).hits
      if (after?.score !== before?.score) bench.fail(`the score ${before?.score} as before`, show(after?.score))
      await store.unshare(ada, persona.id, bob)
      await mustFind(store, bench, [])
    },
  },
]

async function mustFind(
  store: SharingStore,
  bench: { fail(expected: string, seen: string): never },
  wanted: readonly string[],
): Promise<void> {
  const hits = (await store.searchShared?.(bob, { query: 'tea', mode: 'keyword' }))?.hits ?? []
  const seen = hits.map(({ item }) => item.block.id)
  mustEqual(bench, seen, wanted, `${show(wanted)} for 'tea'`)
}
