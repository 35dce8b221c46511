import type { Fragment, Part, ToolApprovalResponse, ToolCallPart, ToolOutput, ToolResultPart } from '@lamella/core'
import type { Measured } from '@lamella/core/plugin'
import { oneLine } from '@lamella/core/plugin'
import type { RunInsert, RunState } from '../contract/run.ts'
import { updateMessage, updateText } from './update-text.ts'

type Forms = RunState['forms']

/** Marks the messages that a request sends without a result in them, because their call was sent with another one. */
export function withLate(forms: Forms, before: Forms, measured: readonly Measured[]): Forms {
  const late = new Map<number, string[]>()
  for (const [position, { late: ids = [] }] of Object.entries(before)) {
    if (forms[position] && ids.length > 0) late.set(Number(position), [...ids])
  }
  for (const { source, repairs } of measured) {
    for (const { fragment, repair, id } of repairs) {
      if (repair !== 'result-late') continue
      const position = source.result.fragments.find((one) => one.id === fragment)?.position
      if (position !== undefined) late.set(position, [...(late.get(position) ?? []), id])
    }
  }
  const marked = Array.from(late, ([position, ids]) => [position, { ...forms[position], late: ids }] as const)
  return late.size === 0 ? forms : { ...forms, ...(Object.fromEntries(marked) as Forms) }
}

/** Whether a request leaves out a result that a new epoch would put in its place. */
export function hasLate(forms: Forms): boolean {
  return Object.values(forms).some(({ late }) => late !== undefined)
}

/**
 * Writes the updates with the late results that no insert has announced.
 *
 * @param returned What each layer returned, unchanged.
 * @param at The position in the session before which they stay.
 */
export function lateInserts(
  forms: Forms,
  inserts: readonly RunInsert[],
  returned: ReadonlyMap<string, readonly Fragment[]>,
  at: number,
): readonly RunInsert[] {
  const told = new Set(inserts.flatMap(({ result }) => (result ? [`${result.position} ${result.id}`] : [])))
  return Object.entries(forms).flatMap(([place, { late = [] }]) => {
    const position = Number(place)
    return late.flatMap((id) => {
      const found = told.has(`${position} ${id}`) ? undefined : resultAt(returned, position, id)
      if (found === undefined) return []
      const message = updateMessage(lateText(found.part), { by: 'data' })
      return [{ at, layer: found.layer, message, told: {}, result: { position, id } }]
    })
  })
}

/** Finds the result of a call in a message, or that a person has denied it. */
function resultAt(
  returned: ReadonlyMap<string, readonly Fragment[]>,
  position: number,
  id: string,
): { readonly layer: string; readonly part: ToolResultPart } | undefined {
  for (const [layer, fragments] of returned) {
    const parts = partsOf(fragments.filter((one) => one.position === position))
    const result = parts.findLast((one) => one.type === 'tool-result' && one.toolCallId === id)
    if (result?.type === 'tool-result') return { layer, part: result }
    const before = partsOf(fragments.filter((one) => (one.position ?? position) < position))
    const asked = before.findLast((one) => one.type === 'tool-approval-request' && one.toolCallId === id)
    const call = before.findLast((one) => one.type === 'tool-call' && one.toolCallId === id)
    if (asked?.type !== 'tool-approval-request' || call?.type !== 'tool-call') continue
    const said = parts.find((one) => one.type === 'tool-approval-response' && one.approvalId === asked.approvalId)
    if (said?.type === 'tool-approval-response') return { layer, part: deniedResult(call, said) }
  }
  return undefined
}

function deniedResult({ toolCallId, toolName }: ToolCallPart, { reason }: ToolApprovalResponse): ToolResultPart {
  const output = { type: 'execution-denied' as const, ...(reason !== undefined && { reason }) }
  return { type: 'tool-result', toolCallId, toolName, output }
}

function partsOf(fragments: readonly Fragment[]): readonly Part[] {
  return fragments.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((message): readonly Part[] => (typeof message.content === 'string' ? [] : message.content)),
  )
}

function lateText({ toolCallId, toolName, output }: ToolResultPart): string {
  const head = `The call ${oneLine(toolCallId)} of ${oneLine(toolName)} has another result now:`
  return updateText('tool-results', [{ text: `${head}\n${outputText(output)}` }])
}

function outputText(output: ToolOutput): string {
  if (output.type === 'execution-denied') return `Denied. ${output.reason ?? ''}`.trim()
  if (output.type === 'content') {
    return output.value.map((piece) => (piece.type === 'text' ? piece.text : `[${piece.type}, not shown]`)).join('\n')
  }
  const text = typeof output.value === 'string' ? output.value : JSON.stringify(output.value)
  return output.type.startsWith('error') ? `Error: ${text}` : text
}
