import type { Message, Part } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { cleanLine } from '../plain-text.ts'
import type { CollectedLine, LineCollection } from './collect-lines.ts'
import type { MessageRange } from './contract.ts'
import { joinRanges } from './ranges.ts'
import { isFilePath } from './spans.ts'

const field = /(?:^|_)(?:path|file|uri)$|(?:Path|File|file_?name|filepath|path)$/i

/** What a tool does to a file, by its name. The first that fits counts. */
const actions: readonly (readonly [RegExp, string])[] = [
  [/delete|remove|unlink|(?:^|_)rm(?:_|$)/i, 'deleted'],
  [/rename|move|(?:^|_)mv(?:_|$)/i, 'moved'],
  [/create|new_?file/i, 'created'],
  [/edit|write|patch|replace|insert|update|append|modif|save/i, 'changed'],
  [/read|view|open|cat|show|get|load/i, 'read'],
]

/** Adds the files that the calls of a message name, with what was done to each. */
export function addFiles(lines: LineCollection, { content }: Message, sources: readonly MessageRange[]): void {
  if (typeof content === 'string') return
  for (const part of content as readonly Part[]) {
    if (part.type !== 'tool-call' || !isObject(part.input)) continue
    const action = actions.find(([name]) => name.test(part.toolName))?.[1] ?? 'used'
    for (const [name, value] of Object.entries(part.input)) {
      if (typeof value !== 'string' || !field.test(name) || !isFilePath(value)) continue
      lines.add({ line: { section: 'files', text: `${cleanLine(value)}: ${action}`, sources }, said: 'assistant' })
    }
  }
}

const ofCall =
  /^(\S+): ((?:deleted|moved|created|changed|read|used)(?:, (?:deleted|moved|created|changed|read|used))*)$/

/** Makes one line of all that was done to a file, the latest action last. */
export function joinFiles(lines: readonly CollectedLine[]): readonly CollectedLine[] {
  const byPath = new Map<string, CollectedLine>()
  const others: CollectedLine[] = []
  for (const line of lines) {
    const [, path, action = ''] = (line.section === 'files' && ofCall.exec(line.text)) || []
    const known = path === undefined ? undefined : byPath.get(path)
    if (path === undefined) others.push(line)
    else if (!known) byPath.set(path, line)
    else {
      const before = known.text.slice(path.length + 2).split(', ')
      const all = [...before.filter((one) => !action.split(', ').includes(one)), action].join(', ')
      byPath.set(path, { ...known, text: `${path}: ${all}`, sources: joinRanges(known.sources, line.sources) })
    }
  }
  return [...others, ...byPath.values()]
}

/** Whether a file was only looked at. */
export function isOnlyRead({ section, text }: Pick<CollectedLine, 'section' | 'text'>): boolean {
  return section === 'files' && /: (?:read|used)(?:, (?:read|used))?$/.test(text)
}
