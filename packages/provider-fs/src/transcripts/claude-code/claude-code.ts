import { known } from '../../json.ts'
import { type Fields, fields, text } from '../shared/fields.ts'
import { makeView } from '../shared/make-view.ts'
import type { BesideValues, FormatDefinition, ReadParts } from '../shared/reader.ts'
import { branchesBeside, subagentsOf } from './beside-path.ts'
import { compactionsOf } from './compactions.ts'
import { type ClaudeRecord, exactRequests, promptOf, takeRecordLine } from './exact.ts'
import { isSessionLine } from './line-types.ts'
import { type ClaudeNode, chainTypes, nodeOf } from './node.ts'
import { type QueuedNode, queuedAfter, queuedLine, textOf } from './queued.ts'
import { draftsOf, indexAnswers } from './to-drafts.ts'
import { chainOf, isMessage, linksOf, newestLeaf } from './tree.ts'
import { requestsOf } from './usage.ts'

/** Sessions of Claude Code. Source: its files and package, 2.1.332, read on 2026-11-27. */
export const claudeCode: FormatDefinition = {
  createReader: (collector, beside) => {
    const nodes = new Map<string, ClaudeNode>()
    const record: ClaudeRecord = { shapes: new Map(), blobs: new Map(), requests: [] }
    const session: Record<string, string | undefined> = {}
    const prompts: Fields[] = []
    const queued: QueuedNode[] = []
    const attached = new Set<string>()
    let index = 0
    let last: string | undefined

    function add(given: Fields, line: number): void {
      const said = queuedLine(given)
      const value = said ?? given
      const type = text(value['type'])
      keepSession(session, value)
      if (type !== undefined && chainTypes.includes(type) && text(value['uuid']) !== undefined) {
        const uuid = String(value['uuid'])
        // The last of equal lines wins, at the place of the first.
        const node = nodeOf(value, line, nodes.get(uuid)?.index ?? index++, collector)
        nodes.set(uuid, node)
        if (isMessage(node) && !node.isSide) last = uuid
        if (said) attached.add(textOf(node))
        const attachment = fields(value['attachment'])
        if (attachment['type'] === 'prompt_snapshot') prompts.push(attachment)
        if (type === 'progress') collector.skip(type)
        return
      }
      if (said && last !== undefined) {
        const node = nodeOf({ ...said, uuid: `line ${line}` }, line, index, collector)
        const isOperation = given['type'] === 'queue-operation'
        if (!isOperation) attached.add(textOf(node))
        queued.push({ node, after: last, isOperation })
        return
      }
      if (type !== undefined && takeRecordLine(record, value, line)) return
      if (type !== undefined && isSessionLine(type)) collector.skip(type)
      else collector.strange(type ?? 'line without a type')
    }

    async function finish(): Promise<ReadParts> {
      for (const { values } of beside) for (const value of values) addBeside(value)
      const side = new Map([...nodes].filter(([, { isSide }]) => isSide))
      const main = new Map([...nodes].filter(([uuid]) => !side.has(uuid)))
      const isMain = ({ isSide }: ClaudeNode): boolean => !isSide
      const boundaries = [...main.values()].filter(({ boundary }) => boundary)
      const links = linksOf(nodes, boundaries)
      const answers = indexAnswers(main.values(), queuedAfter(queued, attached))
      const leaf = newestLeaf(nodes, links, isMain)
      const pathChain = chainOf(nodes, undefined, leaf, isMain, collector)
      const windowChain = chainOf(nodes, links, leaf, isMain, collector)
      const path = draftsOf(pathChain, main, answers)
      const window = draftsOf(windowChain, main, answers)
      const used = new Set([...path.used, ...window.used])
      const shown = makeView(path.drafts, collector)
      const sent = makeView(window.drafts, collector)
      const { id, custom, ai, summary, cwd, version, fork } = session
      const compactions = compactionsOf(pathChain, nodes, boundaries, answers)
      return known({
        id,
        title: custom ?? ai ?? summary,
        cwd,
        version,
        forkedFrom: fork,
        ...promptOf(record, prompts),
        window: sent.entries,
        path: shown.entries,
        unanswered: sent.unanswered,
        branches: branchesBeside(main, used),
        subagents: subagentsOf(side, startedBy(nodes, beside)),
        requests: requestsOf(nodes.values(), ({ uuid }) => used.has(uuid)),
        compactions,
        exact: await exactRequests(record, nodes.values()),
      })
    }

    /** The lines of a sub-agent's file are part of the session. */
    function addBeside(value: Fields): void {
      const uuid = text(value['uuid'])
      const type = text(value['type'])
      if (uuid === undefined || type === undefined || !chainTypes.includes(type) || nodes.has(uuid)) return
      nodes.set(uuid, nodeOf({ ...value, isSidechain: true }, 0, index++, collector))
    }

    return { add, finish }
  },
}

/** Titles and names: the last one counts, a person's before those of the program. */
function keepSession(session: Record<string, string | undefined>, value: Fields): void {
  const keep = (name: string, held: unknown): void => {
    const found = text(held)
    if (found !== undefined) session[name] = found
  }
  keep('id', value['sessionId'])
  keep('custom', value['customTitle'])
  keep('ai', value['aiTitle'])
  if (value['type'] === 'summary') keep('summary', value['summary'])
  if (session['cwd'] === undefined) keep('cwd', value['cwd'])
  if (session['version'] === undefined) keep('version', value['version'])
  keep('fork', fields(value['forkedFrom'])['sessionId'])
}

/** Returns the calls that started sub-agents, by the agent's id. */
function startedBy(
  nodes: ReadonlyMap<string, ClaudeNode>,
  beside: readonly BesideValues[],
): ReadonlyMap<string, string> {
  const calls = new Map<string, string>()
  for (const { startedAgent, parts } of nodes.values()) {
    const [first] = parts
    if (startedAgent !== undefined && first?.type === 'tool-result') calls.set(startedAgent, first.toolCallId)
  }
  for (const { name, values } of beside) {
    const agent = /^agent-(.+)\.meta\.json$/.exec(name)?.[1]
    const call = text(values[0]?.['toolUseId'])
    if (agent !== undefined && call !== undefined) calls.set(agent, call)
  }
  return calls
}
