import type { BuiltContext, Message } from '@lamella/core'

/** What a model that reads a request takes to hold: by layer, the version of each statement. */
export type Believed = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Writes a statement, as the texts of the layers contain them. */
export function statement(layer: string, key: string, version: number | string): string {
  return `[[${layer}/${key}~${version}]]`
}

const statements = /\[\[([\w-]+)\/([\w-]+)~([\w-]+)\]\]/g
/** Statements in words of a layer's own. */
const inWords: readonly (readonly [layer: string, key: string, RegExp])[] = [
  ['bootstrap', 'clock', /^Date and time: (\S+)$/gm],
  ['tool-rules', 'rules', /after calling `rule_(\d+)`/g],
]
const fences =
  /<context-update layer="([^"]*)"(?: part="([^"]*)")?( replaces="earlier")?>\n([\s\S]*?)\n<\/context-update>/g

/**
 * Reads a request from its start to its end, as a model does, and returns what holds at its end. Knows only the text: an
 * update adds statements, or first takes back what its part, or its layer, said before.
 *
 * @throws Error if something is told that already holds
 */
export function replay({ system, messages }: Pick<BuiltContext, 'system' | 'messages'>): Believed {
  const believed = new Map<string, Map<string, string>>()
  const say = (text: string): void => {
    for (const [layer, key, version] of saidIn(text)) {
      const known = believed.get(layer) ?? new Map<string, string>()
      if (known.get(key) === version) throw new Error(`Told twice: ${statement(layer, key, version)}`)
      believed.set(layer, known.set(key, version))
    }
  }
  for (const { content } of system) say(content)
  for (const message of messages) {
    const text = ownText(message)
    let end = 0
    for (const [all, layer = '', part, replaces, inside = ''] of text.matchAll(fences)) {
      const at = text.indexOf(all, end)
      say(text.slice(end, at))
      end = at + all.length
      if (replaces && part === undefined) believed.delete(layer)
      else if (replaces) believed.get(layer)?.delete(keyOf(part ?? ''))
      say(inside)
    }
    say(text.slice(end))
  }
  return believed
}

/** Returns what a statement calls a fragment: ids have the kind before the name, or the id of a block after its label. */
export function keyOf(fragment: string): string {
  return fragment.replace(/^(skill|section):/, '').replace(/#.*/, '')
}

function* saidIn(text: string): Generator<readonly [layer: string, key: string, version: string]> {
  for (const [, layer = '', key = '', version = ''] of text.matchAll(statements)) yield [layer, key, version]
  for (const [layer, key, pattern] of inWords) {
    for (const [, version = ''] of text.matchAll(pattern)) yield [layer, key, version]
  }
}

/** Layers speak in messages of the user, or of the system. */
function ownText({ role, content }: Message): string {
  return (role === 'user' || role === 'system') && typeof content === 'string' ? content : ''
}
