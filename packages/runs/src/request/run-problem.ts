import type { Message, Stability } from '@lamella/core'
import { type CutReason, isObject, messageProblem, type UpdateRule, updateMark } from '@lamella/core/plugin'
import type { RunState } from '../contract/run.ts'
import { isCount, isOptional, isUsage } from './counts.ts'

const stabilities: ReadonlySet<unknown> = new Set<Stability>(['static', 'session', 'turn'])

const reasons: ReadonlySet<unknown> = new Set<CutReason | undefined>([
  ...(['window', 'limit', 'tools', 'settings', 'model', 'instructions', 'asked', 'edited', 'revoked'] as const),
  undefined,
])

const rules: ReadonlySet<unknown> = new Set<UpdateRule>(['add', 'replace', 'hold'])

type Problem = readonly [path: string, problem: string]

/** Returns where a value is not a run, and why; `undefined` for a run. */
export function runProblem(run: unknown): Problem | undefined {
  if (!isObject(run)) return ['run', 'is not an object']
  if (run['spec'] !== 1) return ['run.spec', 'is not 1']
  if (!has({ tenant: isText, user: optional(isText) })(run['scope']))
    return ['run.scope', 'is not a tenant, or a tenant and a user']
  if (!isCount(run['epoch']) || run['epoch'] === 0) return ['run.epoch', 'is not a whole number, 1 or more']
  if (run['model'] !== undefined && typeof run['model'] !== 'string') return ['run.model', 'is not text']
  if (typeof run['summaries'] !== 'string') return ['run.summaries', 'is not text']
  if (run['hidden'] !== undefined && !isCount(run['hidden'])) return ['run.hidden', 'is not a whole number']
  if (!reasons.has(run['ended'])) return ['run.ended', 'is not the reason of a cut']
  return (
    headProblem(run['head']) ??
    listProblem('run.kept', run['kept'], isRange, 'is not a range') ??
    orderProblem('run.kept', (run['kept'] as RunState['kept']).flat()) ??
    listProblem('run.stale', run['stale'], isRange, 'is not a range') ??
    listProblem('run.marks', run['marks'], isMark, 'is not a mark') ??
    orderProblem(
      'run.marks',
      (run['marks'] as RunState['marks']).map(({ at }) => at),
    ) ??
    listProblem('run.inserts', run['inserts'], isInsert, 'is not an insert') ??
    unless(isRecord(isForm)(run['forms']), 'run.forms', 'does not hold messages') ??
    unless(isOptional(run['rows'], isList(isRow)), 'run.rows', 'does not hold rows') ??
    unless(isOptional(run['omitted'], isRecord(isList(isOmission))), 'run.omitted', 'does not hold omissions') ??
    turnProblem(run['turn']) ??
    digestProblem(run['digest']) ??
    unless(isOptional(run['cost'], isCost), 'run.cost', 'does not hold amounts') ??
    unless(isOptional(run['makers'], isMakers), 'run.makers', 'does not hold models by position') ??
    unless(isOptional(run['counts'], isCounts), 'run.counts', 'does not hold counts')
  )
}

function headProblem(head: unknown): Problem | undefined {
  if (!isObject(head)) return ['run.head', 'is not an object']
  const { definitions } = head
  return (
    listProblem('run.head.tools', head['tools'], isTuple(isText, isText), 'is not a tool') ??
    listProblem('run.head.system', head['system'], isPart, 'is not a part of a system prompt') ??
    listProblem('run.head.lead', head['lead'], isLead, 'is not a message of a layer') ??
    (definitions === undefined
      ? undefined
      : listProblem('run.head.definitions', definitions, isDefinition, 'is not a tool definition')) ??
    unless(isRecord(isTold)(head['told']), 'run.head.told', 'does not hold fingerprints') ??
    unless(isRecord(isIds)(head['left']), 'run.head.left', 'does not hold ids')
  )
}

function turnProblem(turn: unknown): Problem | undefined {
  if (turn === undefined) return undefined
  if (!isObject(turn)) return ['run.turn', 'is not an object']
  if (!isText(turn['question'])) return ['run.turn.question', 'is not text']
  return unless(isRecord(isList(isShown))(turn['shown']), 'run.turn.shown', 'does not hold fragments')
}

function digestProblem(digest: unknown): Problem | undefined {
  if (digest === undefined) return undefined
  if (!isObject(digest)) return ['run.digest', 'is not an object']
  if (!isText(digest['layer'])) return ['run.digest.layer', 'is not text']
  if (!isCount(digest['until'])) return ['run.digest.until', 'is not a position']
  if (digest['memory'] === undefined) return ['run.digest.memory', 'is missing']
  return listProblem('run.digest.open', digest['open'], isRange, 'is not a range')
}

function unless(isRight: boolean, path: string, problem: string): Problem | undefined {
  return isRight ? undefined : [path, problem]
}

function listProblem(
  path: string,
  list: unknown,
  isItem: (item: unknown) => boolean,
  problem: string,
): Problem | undefined {
  if (!Array.isArray(list)) return [path, 'is not a list']
  const wrong = list.findIndex((item) => !isItem(item))
  return wrong < 0 ? undefined : [`${path}[${wrong}]`, problem]
}

/** Positions that would leave out messages, or be found at the wrong place, if they were not in order. */
function orderProblem(path: string, positions: readonly number[]): Problem | undefined {
  if (positions.length === 0) return [path, 'is empty']
  return positions.every((at, index) => at >= (positions[index - 1] ?? 0)) ? undefined : [path, 'is not in order']
}

type IsIt = (value: unknown) => boolean

const isText: IsIt = (value) => typeof value === 'string'
const isNumber: IsIt = (value) => typeof value === 'number'
const optional =
  (isIt: IsIt): IsIt =>
  (value) =>
    isOptional(value, isIt)
const isList =
  (isItem: IsIt): IsIt =>
  (value) =>
    Array.isArray(value) && value.every(isItem)
/** A list of exactly these items. */
const isTuple =
  (...items: readonly IsIt[]): IsIt =>
  (value) =>
    Array.isArray(value) && value.length === items.length && items.every((isItem, index) => isItem(value[index]))
const isRecord =
  (isItem: IsIt): IsIt =>
  (value) =>
    isObject(value) && Object.values(value).every(isItem)
/** An object with these fields, and perhaps others. */
const has =
  (fields: Readonly<Record<string, IsIt>>): IsIt =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([key, isIt]) => isIt(value[key]))

const isRange = isTuple(isCount, isCount)
const isMessage: IsIt = (value) => messageProblem(value) === undefined
const isIds = isList(isText)
const isTold = isRecord(isText)
const isMark = has({ at: isCount, hash: isText })
const isLead = has({ layer: isText, message: isMessage })
const isDefinition = has({ name: isText, inputSchema: isObject })
const isPart = has({
  role: (role) => role === 'system',
  content: isText,
  layer: isText,
  stability: (stability) => stabilities.has(stability),
})
const isForm = has({ hash: isText, messages: isList(isMessage), late: optional(isIds) })
const isReportRow = has({
  ...{ layer: isText, fragment: isText, action: isText, reason: isText },
  ...{ tokensBefore: isCount, tokensAfter: isCount },
  ...{ count: optional(isCount), positions: optional(isList(isRange)) },
})
const isRow = has({ position: optional(isCount), row: isReportRow })
const isOmission = has({ count: isCount, reason: isText })
const isMakers = isList(isTuple(isCount, isText))
const isAmount: IsIt = (value) => Number.isFinite(value) && (value as number) >= 0
const isCost = has({ requests: isAmount, uncached: isAmount, cached: isAmount })
const isAnchor = has({
  ...{ epoch: isCount, at: isCount, estimated: isCount, by: isText },
  ...{ settings: optional(isText), usage: isUsage },
})
const isOfModel = has({
  factor: (factor) => Number.isFinite(factor) && (factor as number) > 0,
  weight: Number.isFinite,
  limit: optional(isCount),
})
const isCounts = has({
  ...{ estimated: isCount, by: isText, settings: optional(isText) },
  ...{ anchor: optional(isAnchor), models: optional(isRecord(isOfModel)) },
})
const isChange: IsIt = (value) => {
  const tools: unknown = updateMark(value as Message)?.tools
  return isOptional(tools, has({ added: isList(isDefinition), removed: isIds }))
}
const isInsert = has({
  ...{ at: isCount, layer: isText, told: isTold },
  ...{ message: (message) => isMessage(message) && isChange(message) },
  result: optional(has({ position: isCount, id: isText })),
})
const isShown = has({
  id: isText,
  content: (content) => isText(content) || isList(isMessage)(content),
  rank: optional(isNumber),
  origin: optional(has({ by: isText })),
  update: optional((update) => rules.has(update)),
})
