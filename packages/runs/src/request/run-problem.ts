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
  const { scope } = run
  if (!isObject(scope) || !isText(scope['tenant']) || !(scope['user'] === undefined || isText(scope['user']))) {
    return ['run.scope', 'is not a tenant, or a tenant and a user']
  }
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
    formsProblem(run['forms']) ??
    (isOptional(run['rows'], isRows) ? undefined : ['run.rows', 'does not hold rows']) ??
    (isOptional(run['omitted'], isOmitted) ? undefined : ['run.omitted', 'does not hold omissions']) ??
    turnProblem(run['turn']) ??
    digestProblem(run['digest']) ??
    costProblem(run['cost']) ??
    (isOptional(run['makers'], isMakers) ? undefined : ['run.makers', 'does not hold models by position']) ??
    (isOptional(run['counts'], isCounts) ? undefined : ['run.counts', 'does not hold counts'])
  )
}

function headProblem(head: unknown): Problem | undefined {
  if (!isObject(head)) return ['run.head', 'is not an object']
  const isTool = (item: unknown): boolean => Array.isArray(item) && item.length === 2 && item.every(isText)
  const isPart = (item: unknown): boolean =>
    isObject(item) &&
    item['role'] === 'system' &&
    isText(item['content']) &&
    isText(item['layer']) &&
    stabilities.has(item['stability'])
  return (
    listProblem('run.head.tools', head['tools'], isTool, 'is not a tool') ??
    listProblem('run.head.system', head['system'], isPart, 'is not a part of a system prompt') ??
    listProblem('run.head.lead', head['lead'], isLead, 'is not a message of a layer') ??
    definitionsProblem(head['definitions']) ??
    (isRecord(head['told'], isTold) ? undefined : ['run.head.told', 'does not hold fingerprints']) ??
    (isRecord(head['left'], isIds) ? undefined : ['run.head.left', 'does not hold ids'])
  )
}

function formsProblem(forms: unknown): Problem | undefined {
  const isForm = (item: unknown): boolean =>
    isObject(item) &&
    isText(item['hash']) &&
    Array.isArray(item['messages']) &&
    item['messages'].every(isMessage) &&
    isOptional(item['late'], isIds)
  return isRecord(forms, isForm) ? undefined : ['run.forms', 'does not hold messages']
}

function turnProblem(turn: unknown): Problem | undefined {
  if (turn === undefined) return undefined
  if (!isObject(turn)) return ['run.turn', 'is not an object']
  if (!isText(turn['question'])) return ['run.turn.question', 'is not text']
  const isList = (item: unknown): boolean => Array.isArray(item) && item.every(isShown)
  return isRecord(turn['shown'], isList) ? undefined : ['run.turn.shown', 'does not hold fragments']
}

function digestProblem(digest: unknown): Problem | undefined {
  if (digest === undefined) return undefined
  if (!isObject(digest)) return ['run.digest', 'is not an object']
  if (!isText(digest['layer'])) return ['run.digest.layer', 'is not text']
  if (!isCount(digest['until'])) return ['run.digest.until', 'is not a position']
  if (digest['memory'] === undefined) return ['run.digest.memory', 'is missing']
  return listProblem('run.digest.open', digest['open'], isRange, 'is not a range')
}

function costProblem(cost: unknown): Problem | undefined {
  const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0 && Number.isFinite(value)
  if (
    cost === undefined ||
    (isObject(cost) && ['requests', 'uncached', 'cached'].every((key) => isAmount(cost[key])))
  ) {
    return undefined
  }
  return ['run.cost', 'does not hold amounts']
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

const isText = (value: unknown): boolean => typeof value === 'string'
const isRange = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isCount)
const isMark = (value: unknown): boolean => isObject(value) && isCount(value['at']) && isText(value['hash'])
const isMessage = (value: unknown): boolean => messageProblem(value) === undefined
const isLead = (value: unknown): boolean => isObject(value) && isText(value['layer']) && isMessage(value['message'])
const isIds = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isTold = (value: unknown): boolean => isRecord(value, isText)
const isRecord = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  isObject(value) && Object.values(value).every(isItem)

const isRow = (value: unknown): boolean => {
  if (!isObject(value) || !isOptional(value['position'], isCount)) return false
  const { row } = value
  if (!isObject(row) || !['layer', 'fragment', 'action', 'reason'].every((key) => isText(row[key]))) return false
  const arePositions = (ranges: unknown): boolean => Array.isArray(ranges) && ranges.every(isRange)
  return (
    isCount(row['tokensBefore']) &&
    isCount(row['tokensAfter']) &&
    isOptional(row['count'], isCount) &&
    isOptional(row['positions'], arePositions)
  )
}
const isRows = (value: unknown): boolean => Array.isArray(value) && value.every(isRow)
const isOmission = (value: unknown): boolean => isObject(value) && isCount(value['count']) && isText(value['reason'])
const isOmitted = (value: unknown): boolean => isRecord(value, (list) => Array.isArray(list) && list.every(isOmission))

const isDefinition = (value: unknown): boolean =>
  isObject(value) && isText(value['name']) && isObject(value['inputSchema'])

function definitionsProblem(definitions: unknown): Problem | undefined {
  if (definitions === undefined) return undefined
  return listProblem('run.head.definitions', definitions, isDefinition, 'is not a tool definition')
}

const isAnchor = (value: unknown): boolean =>
  isObject(value) &&
  ['epoch', 'at', 'estimated'].every((key) => isCount(value[key])) &&
  isText(value['by']) &&
  isOptional(value['settings'], isText) &&
  isUsage(value['usage'])
const isOfModel = (value: unknown): boolean =>
  isObject(value) &&
  (value['factor'] as number) > 0 &&
  Number.isFinite(value['factor']) &&
  Number.isFinite(value['weight']) &&
  isOptional(value['limit'], isCount)
const isCounts = (value: unknown): boolean =>
  isObject(value) &&
  isCount(value['estimated']) &&
  isText(value['by']) &&
  isOptional(value['settings'], isText) &&
  isOptional(value['anchor'], isAnchor) &&
  isOptional(value['models'], (models) => isRecord(models, isOfModel))

const isMakers = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((one: unknown) => Array.isArray(one) && one.length === 2 && isCount(one[0]) && isText(one[1]))

const isResult = (value: unknown): boolean => isObject(value) && isCount(value['position']) && isText(value['id'])

function isInsert(value: unknown): boolean {
  if (!isObject(value) || !isCount(value['at']) || !isText(value['layer'])) return false
  if (!isMessage(value['message']) || !isTold(value['told']) || !isOptional(value['result'], isResult)) return false
  const tools: unknown = updateMark(value['message'] as Message)?.tools
  if (tools === undefined) return true
  if (!isObject(tools) || !Array.isArray(tools['added']) || !Array.isArray(tools['removed'])) return false
  return tools['added'].every(isDefinition) && tools['removed'].every(isText)
}

function isShown(value: unknown): boolean {
  if (!isObject(value) || !isText(value['id'])) return false
  const { content, rank, origin, update } = value
  const isContent = typeof content === 'string' || (Array.isArray(content) && content.every(isMessage))
  return (
    isContent &&
    (rank === undefined || typeof rank === 'number') &&
    (origin === undefined || (isObject(origin) && isText(origin['by']))) &&
    (update === undefined || rules.has(update))
  )
}
