import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import type { BlockRule } from './options.ts'
import { ada, bob, bytes, carol, contentTexts, notes, persona } from './samples.ts'
import { canShare, mustShare, sharingMethods } from './sharing.ts'

const writing = { permission: 'append', write: true }
const reading = { permission: 'read' }

/** Rules for sharing. If the store cannot share, all but the first are skipped. */
export const shareRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_SHARE_METHODS',
    name: 'has all sharing methods or none',
    contract: ['BlockStore', 'A store that can share blocks also implements `BlockSharing`.'],
    check: async (store, { fail }) => {
      const there = [...sharingMethods, 'searchShared' as const].filter((name) => store[name] !== undefined)
      if (there.length > 0 && !canShare(store)) fail(`${show(sharingMethods)}, or none of them`, show(there))
    },
  },
  {
    code: 'BLOCK_SHARE',
    name: 'lets another scope find, read and write a block that is shared with it, and shows its writes to the owner',
    contract: ['BlockSharing', 'Shares blocks with other scopes of the same tenant'],
    check: async (given, bench) => {
      const store = mustShare(given, bench)
      await store.create(ada, { ...persona, meta: { a: 1 }, snapshot: bytes('s') })
      const block = await store.find(ada, persona.label)
      const answer = await store.share(ada, persona.id, bob, writing)
      const share = { scope: bob, ...writing }
      mustEqual(bench, answer, share)
      const shared = { owner: ada, block, ...writing }
      const seen = [await store.listShared(bob), await store.findShared(bob, ada, persona.label)]
      mustEqual(bench, seen, [[shared], shared])
      mustEqual(bench, await store.shares(ada, persona.id), [share])
      const first = contentTexts(await store.readShared(bob, ada, persona.id))
      mustEqual(bench, first, ['s'], 'the snapshot for the grantee')
      const edit = { operation: 'edit', permission: writing.permission }
      for (const repeated of [false, true]) {
        mustEqual(bench, await store.appendShared(bob, ada, persona.id, bytes('u'), edit), { revision: 2, repeated })
      }
      const all = contentTexts(await store.read(ada, persona.id))
      mustEqual(bench, all, ['s', 'u'], "the grantee's write, for the owner")
      const after = contentTexts(await store.readShared(bob, ada, persona.id, 2))
      mustEqual(bench, after, [undefined], 'nothing new since revision 2')
      await mustEndWith(bench, 'BLOCK_CONFLICT', 'appendShared at another revision', () =>
        store.appendShared(bob, ada, persona.id, bytes('v'), { expectedRevision: 1 }),
      )
      // The grantee's own methods cannot reach it.
      mustEqual(bench, await store.get(bob, persona.id), undefined, 'nothing through its own methods')
      await store.delete(bob, persona.id)
      await store.change(ada, persona.id, { label: 'renamed' })
      const renamed = [
        await store.findShared(bob, ada, persona.label),
        (await store.findShared(bob, ada, 'renamed'))?.block.id,
      ]
      mustEqual(bench, renamed, [undefined, persona.id], 'the block by its new label alone')
    },
  },
  {
    code: 'BLOCK_SHARE_OTHERS',
    name: 'hides a block, and whether it exists, from scopes that it is not shared with',
    contract: ['BlockShare', 'With whom a block is shared.'],
    check: async (given, bench) => {
      const store = mustShare(given, bench)
      await store.create(ada, persona)
      await store.create(bob, notes)
      await store.share(ada, persona.id, bob, writing)
      const others = [{ ...bob, user: 'u' }, carol, { tenant: 'acme' }, { tenant: 'other', agent: 'bob' }, ada]
      for (const scope of others) {
        const seen = [
          await store.listShared(scope),
          await store.findShared(scope, ada, persona.label),
          await store.readShared(scope, ada, persona.id),
        ]
        mustEqual(bench, seen, [[], undefined, undefined], `nothing for ${show(scope)}`)
        for (const id of [persona.id, 'gone']) {
          const append = (): unknown => store.appendShared(scope, ada, id, bytes('u'))
          await mustEndWith(bench, 'BLOCK_NOT_SHARED', `an update of ${id} by ${show(scope)}`, append)
        }
      }
      const mine = await store.findShared(bob, ada, notes.label)
      if (mine !== undefined) bench.fail("nothing for a label that only the scope's own block has", show(mine))
      // A session does not create a separate scope.
      const inSession = await store.readShared({ ...bob, session: 's' }, ada, persona.id)
      if (!inSession) bench.fail('the block in a session of the grantee', show(inSession))
    },
  },
  {
    code: 'BLOCK_SHARE_REFUSED',
    name: 'refuses to share with another tenant or the owner, to share a missing block, and invalid options',
    contract: [
      'BlockSharing.share',
      '`BLOCK_MISSING`, `STORE_VALUE_INVALID` for a grantee of another tenant, and for the owner itself',
    ],
    check: async (given, bench) => {
      const store = mustShare(given, bench)
      await store.create(ada, persona)
      const refuse = (what: string, grantee: object, options: object): Promise<void> =>
        mustEndWith(bench, 'STORE_VALUE_INVALID', what, () =>
          store.share(ada, persona.id, grantee as typeof bob, options as typeof reading),
        )
      await refuse('another tenant', { tenant: 'other', agent: 'bob' }, reading)
      await refuse('the owner', { ...ada, session: 's' }, reading)
      await refuse('no permission', bob, {})
      await refuse('an empty permission', bob, { permission: '' })
      await refuse('a number for write', bob, { ...reading, write: 1 })
      await refuse('an unknown option', bob, { ...reading, access: 'all' })
      await mustEndWith(bench, 'BLOCK_MISSING', 'a missing block', () => store.share(ada, 'gone', bob, reading))
      const kept = await store.shares(ada, persona.id)
      if (kept.length > 0) bench.fail('no share', show(kept))
      await store.share(ada, persona.id, bob, writing)
      await mustEndWith(bench, 'BLOCK_MISSING', 'sharing a block onward', () =>
        store.share(bob, persona.id, carol, reading),
      )
    },
  },
  {
    code: 'BLOCK_SHARE_GONE',
    name: 'removes shares with their blocks, and with the scopes that granted or received them',
    contract: [
      'BlockSharing',
      'Deleting a block removes its shares; erasing a scope removes the shares it granted and received',
    ],
    check: async (given, bench) => {
      const store = mustShare(given, bench)
      const mustShow = async (when: string, wanted: readonly string[]): Promise<void> => {
        const seen = (await store.listShared(bob)).map(({ block }) => block.id).toSorted()
        mustEqual(bench, seen, wanted, `${show(wanted)} shared ${when}`)
      }
      for (const block of [persona, notes]) {
        await store.create(ada, block)
        await store.share(ada, block.id, bob, reading)
      }
      await mustShow('at first', ['one', 'two'])
      await store.delete(ada, persona.id)
      await mustShow('after a delete', ['two'])
      await store.create(ada, persona)
      await mustShow('after a new block with that id', ['two'])
      if (!store.erase) return
      await store.erase(bob)
      await mustShow('after erasing the scope that received them', [])
      await store.share(ada, notes.id, bob, reading)
      await store.erase(ada)
      await mustEndWith(bench, undefined, 'a new block after erase', () => store.create(ada, notes))
      await mustShow('after erasing the scope that granted them', [])
    },
  },
]
