import { type BlockReader, baseInstructions, coreBlocks, workingBlocks } from '@lamella/blocks'
import type { AssemblyInputs } from '../../src/assembly/inputs.ts'
import { sectionLayers } from '../../src/assembly/section-layers.ts'
import { tool } from '../assembler/support.ts'
import { type Cast, only, type Surroundings, type Versions } from './cast.ts'
import { statement } from './replay.ts'
import { thirdParties } from './third-parties.ts'

const scope = { tenant: 'acme', user: 'ada', agent: 'kim', kind: 'private' } as const

/** The sections of an assembler and the blocks of an agent, with layers of third parties. */
export function sectionCast(around: Surroundings): Cast {
  const { next } = around
  const others = thirdParties(around)
  const texts: Versions = new Map(['motto', 'base', 'additional', 'tools', 'datetime'].map((key) => [key, '0']))
  const skills: Versions = new Map([['math', '0']])
  const core: Versions = new Map([['persona', '0']])
  const working: Versions = new Map([['tasks', '0']])
  /** Shown only if a request names them. */
  const batch: Versions = new Map([['feed', '0']])
  const erased: string[] = []
  const said = (layer: string, key: string, name: string = key): string => statement(layer, name, texts.get(key) ?? '')
  const reader = readerOf({ core, working, batch })
  return {
    layers: () => [
      ...sectionLayers({
        sections: [{ name: 'motto', content: said('motto', 'motto'), order: 150 }],
        generateToolsSummary: true,
      }),
      baseInstructions(said('base-instructions', 'base')),
      coreBlocks(reader),
      workingBlocks(reader),
      ...others.layers,
    ],
    request: (asks) => ({
      ...(asks && { batchBlocks: [...batch.keys()] }),
      assembly: {
        skills: [...skills].map(([id, version]) => ({
          id,
          name: id,
          instructions: statement('active-skills', id, version),
          tools: [],
          examples: [],
          order: 0,
          priority: 1,
        })),
        tools: [tool('look', { description: said('tools-summary', 'tools') })],
        additional: said('additional', 'additional'),
        datetime: said('datetime', 'datetime'),
      } as unknown as AssemblyInputs,
    }),
    scope: () => scope,
    erased: () => erased,
    change: (what) => {
      const number = String(next())
      const blocks = [core, working, batch][Number(number) % 3] as Versions
      const [first = ''] = blocks.keys()
      switch (what) {
        case 'remember':
          blocks.set(`b${number}`, number)
          break
        case 'forget':
          if (first !== '') erased.push(`/${first}~${blocks.get(first)}]]`)
          blocks.delete(first)
          break
        case 'rewrite':
          if (first !== '') blocks.set(first, number)
          break
        case 'skill':
          skills.set(Number(number) % 2 === 0 ? 'math' : `s${number}`, number)
          break
        case 'unlearn': {
          const [id = ''] = skills.keys()
          skills.delete(id)
          break
        }
        case 'instructions':
          texts.set(Number(number) % 2 === 0 ? 'motto' : 'base', number)
          break
        case 'additional':
          texts.set(['additional', 'tools', 'datetime'][Number(number) % 3] ?? '', number)
          break
        case 'activity':
          others.change('activity')
          break
        case 'version':
          others.change('version')
          break
        default:
          break
      }
    },
    present: (asks) => {
      const exists = (key: string): boolean => working.has(key) || batch.has(key)
      return new Map([
        ['motto', { rule: 'replace', by: 'owner', now: only(texts, ['motto']) }],
        ['base-instructions', { rule: 'replace', by: 'owner', now: only(texts, ['base']) }],
        ['additional', { rule: 'replace', now: only(texts, ['additional']) }],
        ['tools-summary', { rule: 'replace', now: only(texts, ['tools']) }],
        ['datetime', { rule: 'replace', now: only(texts, ['datetime']) }],
        ['active-skills', { rule: 'add', now: new Map(skills), exists: (key) => skills.has(key) }],
        ['core-blocks', { rule: 'replace', now: new Map(core), exists: (key) => core.has(key) }],
        ['working-blocks', { rule: 'replace', now: new Map([...working, ...(asks ? batch : [])]), exists }],
        ...others.present(),
      ])
    },
  }
}

/** A memory of text blocks whose contents are their versions. */
function readerOf(blocks: Readonly<Record<'core' | 'working' | 'batch', Versions>>): BlockReader {
  const list = (versions: Versions, type: 'Core' | 'Working', pinned: boolean) =>
    [...versions.keys()].map((label) => ({
      id: `id-${label}`,
      label,
      type,
      schema: { type: 'text' as const },
      permission: 'ReadOnly' as const,
      pinned,
      revision: 1,
      size: 1,
    }))
  return {
    scope,
    listBlocks: async () => [
      ...list(blocks.core, 'Core', false),
      ...list(blocks.working, 'Working', true),
      ...list(blocks.batch, 'Working', false),
    ],
    listSharedBlocks: async () => [],
    getRenderedContent: async (_, label) => {
      const layer = blocks.core.has(label) ? 'core-blocks' : 'working-blocks'
      const version = blocks.core.get(label) ?? blocks.working.get(label) ?? blocks.batch.get(label)
      return version === undefined ? undefined : statement(layer, label, version)
    },
  }
}
