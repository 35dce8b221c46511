import { type BlockSchema, createMemoryCache, type MemoryCache } from '@lamella/blocks'
import type { BlockSharing, BlockStore } from '@lamella/store'

/** The agent that owns the blocks. */
export const agent = 'archive'

const syllables = 'an be da er fo gi he in ka li ma no or pe ra se ti un wa ye'.split(' ')

/** Generates words from a number, up to a length: some thousands of different ones, so that they do not compress well. */
export function prose(from: number, characters: number): string {
  let text = ''
  let state = from * 2_654_435_761 + 1
  while (text.length < characters) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const length = 1 + ((state >>> 28) % 3)
    for (let n = 0; n < length; n++) text += syllables[((state >>> (8 + 5 * n)) & 31) % syllables.length]
    text += ' '
  }
  return text.slice(0, characters)
}

type Fill = readonly (readonly [operation: string, ...args: unknown[]])[]

interface Kind {
  readonly share: number
  readonly schema: BlockSchema
  readonly fill: (n: number) => Fill
  /** An edit; a few of these follow the snapshot. */
  readonly edit: (n: number) => Fill[number]
}

const profile: BlockSchema = {
  type: 'map',
  fields: [
    { name: 'name', type: 'text' },
    { name: 'mood', type: 'text' },
    { name: 'visits', type: 'counter' },
    { name: 'likes', type: 'list' },
    { name: 'isMember', type: 'boolean' },
  ],
}
const tasks: BlockSchema = {
  type: 'list',
  item: {
    type: 'map',
    fields: [
      { name: 'done', type: 'boolean' },
      { name: 'task', type: 'text' },
    ],
  },
} as BlockSchema
const journal: BlockSchema = {
  type: 'log',
  displayLimit: 20,
  entry: { timestamp: true, agent: true, fields: [{ name: 'said', type: 'text' }] },
}

const kinds: readonly Kind[] = [
  {
    share: 0.4,
    schema: { type: 'text' },
    fill: (n) => [['setText', prose(n, 500 + ((n * 977) % 3_500))]],
    edit: (n) => ['appendText', ` ${prose(n, 40)}`],
  },
  {
    share: 0.2,
    schema: profile,
    fill: (n) => [
      ['setTextField', 'name', prose(n, 20)],
      ['setTextField', 'mood', prose(n + 1, 60)],
      ['setField', 'isMember', n % 2 === 0],
      ['incrementCounter', 'visits', n],
      ...Array.from({ length: 5 }, (_, i) => ['appendToListField', 'likes', prose(n + i, 15)] as const),
    ],
    edit: (n) => ['setTextField', 'mood', prose(n, 60)],
  },
  {
    share: 0.15,
    schema: tasks,
    fill: (n) =>
      Array.from({ length: 12 }, (_, i) => ['pushItem', { done: i % 3 === 0, task: prose(n + i, 40) }] as const),
    edit: (n) => ['pushItem', { done: false, task: prose(n, 40) }],
  },
  {
    share: 0.15,
    schema: journal,
    fill: (n) => Array.from({ length: 30 }, (_, i) => entry(n + i)),
    edit: entry,
  },
  {
    share: 0.1,
    schema: {
      type: 'composite',
      sections: [
        { name: 'notes', schema: { type: 'text' } },
        { name: 'person', schema: profile },
        { name: 'journal', schema: journal },
      ],
    } as BlockSchema,
    fill: (n) => [
      ['notes.setText', prose(n, 600)],
      ['person.setTextField', 'name', prose(n, 20)],
      ...Array.from({ length: 8 }, (_, i) => ['journal.appendLogEntry', entry(n + i)[1]] as const),
    ],
    edit: (n) => ['notes.appendText', prose(n, 40)],
  },
]

function entry(n: number): readonly ['appendLogEntry', object] {
  return [
    'appendLogEntry',
    { timestamp: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(), said: prose(n, 60) },
  ]
}

export interface MemoryOptions {
  readonly updates?: number
}

let made = 0

/** Creates a memory over a store. */
export function memoryOver(
  blocks: BlockStore & Partial<BlockSharing>,
  { updates = 100 }: MemoryOptions = {},
): MemoryCache {
  return createMemoryCache({
    blocks,
    scope: { tenant: 'acme', user: 'ada' },
    newId: () => `${process.pid} ${++made}`,
    compactAfter: { updates },
  })
}

/** Creates blocks like those of real agents: each is a snapshot and three later updates. Returns their labels. */
export async function makeMix(blocks: BlockStore & Partial<BlockSharing>, count: number): Promise<readonly string[]> {
  const first = memoryOver(blocks, { updates: 1 })
  const made: (readonly [label: string, kind: Kind, n: number])[] = []
  for (const kind of kinds) {
    for (let n = 0; n < Math.round(kind.share * count); n++) {
      const label = `${kind.schema.type}-${n}`
      await first.createBlock(agent, label, { type: 'Core', schema: kind.schema })
      const document = await first.getBlock(agent, label)
      for (const [path, ...args] of kind.fill(n)) {
        const [operation, section] = path.split('.').toReversed()
        const target = section === undefined ? document : document?.section(section)
        await target?.request(operation as 'setText', ...(args as [string]))
      }
      await first.persistBlock(agent, label)
      document?.close()
      made.push([label, kind, n])
    }
  }
  await first.close()
  const later = memoryOver(blocks)
  for (let round = 0; round < 3; round++) {
    for (const [label, kind, n] of made) {
      const [path, ...args] = kind.edit(n + round)
      const [operation, section] = path.split('.').toReversed()
      await later.changeBlock(agent, label, operation as 'setText', args, section === undefined ? {} : { section })
    }
  }
  await later.close()
  return made.map(([label]) => label)
}
