import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { type Placed, type ReportViolation, type Rule, recordsOf } from '../shared/rules/rule.ts'

export const reference = 'docs.aws.amazon.com/bedrock/latest/APIReference'

export interface PlacedMessage extends Placed {
  readonly role: unknown
  readonly blocks: readonly Placed[]
}

export function messagesOf(request: UnknownRecord): PlacedMessage[] {
  return recordsOf(request['messages'], 'messages').map(({ value, path }) => {
    return { value, path, role: value['role'], blocks: recordsOf(value['content'], `${path}.content`) }
  })
}

/**
 * Returns the contents of the blocks of one kind in a list, with their paths; without the calls that Bedrock answers itself and
 * their results, which have a type.
 */
export function kindOf(blocks: readonly Placed[], kind: string): Placed[] {
  return blocks.flatMap(({ value, path }) => {
    const held = value[kind]
    return isRecord(held) && !(kind.startsWith('tool') && 'type' in held)
      ? [{ value: held, path: `${path}.${kind}` }]
      : []
  })
}

export function resultBlocks({ value, path }: Placed): Placed[] {
  return recordsOf(value['content'], `${path}.content`)
}

export function toolsOf({ toolConfig }: UnknownRecord): Placed[] {
  return isRecord(toolConfig) ? recordsOf(toolConfig['tools'], 'toolConfig.tools') : []
}

export function rule(code: string, what: string, source: string, check: Rule['check']): Rule {
  return { code, what, source, check }
}

export function ofMessage(
  code: string,
  what: string,
  source: string,
  check: (message: PlacedMessage, report: ReportViolation, index: number, all: readonly PlacedMessage[]) => void,
): Rule {
  return rule(code, what, source, (request, report) => {
    const all = messagesOf(request)
    for (const [index, message] of all.entries()) check(message, report, index, all)
  })
}
