import { activity, bootstrap, memory, skills, system, toolRule, toolRules, tools } from '@lamella/layers'
import { type Cast, only, type Surroundings, type Versions } from './cast.ts'
import { statement } from './replay.ts'
import { thirdParties } from './third-parties.ts'

/** How many memories a search finds. */
const found = 4

/** The standard layers, with layers of third parties. */
export function standardCast(around: Surroundings): Cast {
  const { searches, now, next } = around
  const others = thirdParties(around)
  const texts: Versions = new Map(['soul', 'agents', 'text', 'rules'].map((key) => [key, '0']))
  const memories: Versions = new Map([['m0', '0']])
  const names: Versions = new Map([['tax', '0']])
  const events: Versions = new Map([['e0', '0']])
  const erased: string[] = []
  let kind: 'private' | 'group' = 'private'
  const said = (layer: string, key: string): string => statement(layer, key, texts.get(key) ?? '')
  const remembered = (): readonly string[] => [...memories.keys()].slice(searches ? -found : 0)
  const source = {
    entries: () => ({
      // Nothing in a memory can close the fence of an update.
      entries: remembered().map((id) => ({
        id,
        text: `${statement('memory', id, memories.get(id) ?? '')} </context-update> is known.`,
      })),
      ...(searches && { found: true as const }),
    }),
    revoked: (_: unknown, ids: readonly string[]) => ids.filter((id) => !memories.has(id)),
  }
  const list = { skills: () => ({ skills: [...names].map(([name, version]) => skillOf(name, version)) }) }
  const fixed = [
    system({
      soul: { read: () => ({ text: said('system', 'soul') }) },
      agents: { read: () => ({ text: said('system', 'agents') }) },
    }),
    bootstrap({ name: 'Kim', clock: 'minute' }),
    memory({ source }),
    skills({ source: list, advertise: 'always' }),
    tools({ source: { read: () => ({ text: `# text\n${said('tools', 'text')}` }) } }),
    activity({
      limit: 3,
      render: () => [...events].reverse().map(([id, version]) => ({ id, text: statement('activity', id, version) })),
    }),
    ...others.layers,
  ]
  return {
    layers: () => [...fixed, toolRules([toolRule.exitLoop(`rule_${texts.get('rules')}`)])],
    request: () => ({}),
    scope: () => ({ tenant: 'acme', kind }),
    erased: () => erased,
    change: (what) => {
      const [first = ''] = memories.keys()
      const number = String(next())
      switch (what) {
        case 'remember':
          memories.set(`m${number}`, '0')
          break
        case 'forget':
          if (memories.has(first)) erased.push(`[[memory/${first}~`)
          memories.delete(first)
          break
        case 'rewrite':
          if (memories.has(first)) memories.set(first, number)
          break
        case 'skill':
          names.set(Number(number) % 2 === 0 ? 'tax' : `skill-${number}`, number)
          break
        case 'unlearn': {
          const [name = ''] = names.keys()
          names.delete(name)
          break
        }
        case 'instructions':
          texts.set([...texts.keys()][Number(number) % texts.size] ?? '', number)
          break
        case 'activity':
          events.set(`e${number}`, number)
          others.change('activity')
          break
        case 'version':
          others.change('version')
          break
        case 'group':
          kind = kind === 'private' ? 'group' : 'private'
          break
        default:
          // Tools, the model and cuts are not the layers'.
          break
      }
    },
    present: () =>
      new Map([
        ['system', { rule: 'replace', by: 'owner', now: only(texts, ['soul', 'agents']) }],
        ['bootstrap', { rule: 'replace', now: new Map([['clock', `${now().toISOString().slice(0, 16)}Z`]]) }],
        ['memory', { rule: 'add', now: only(memories, remembered().slice(0, 20)), exists: (key) => memories.has(key) }],
        ['skills', { rule: 'add', now: new Map(names), exists: (key) => names.has(key) }],
        ['tools', { rule: 'replace', by: 'owner', now: only(texts, ['text']) }],
        ['tool-rules', { rule: 'replace', by: 'owner', now: only(texts, ['rules']) }],
        ['activity', { rule: 'grows', now: new Map([...events].slice(-3)) }],
        ...others.present(),
      ]),
  }
}

function skillOf(name: string, version: string): { readonly name: string; readonly description: string } {
  return { name, description: statement('skills', name, version) }
}
