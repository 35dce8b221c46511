import type { Message, ToolDefinition } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
import type { SearchableTool } from '@lamella/offload/tool-search'

const things =
  'orders invoices customers suppliers parcels returns refunds coupons carts reviews builds deployments servers alerts incidents ' +
  'backups certificates domains tickets branches sensors machines rooms shifts employees vehicles contracts payments warehouses catalogs'
const actions = 'list show search create rename archive restore assign count export'.split(' ')

/** 300 tools. Each answers with 900 lines, one of which is a secret that names the tool and the call. */
export const workshop: readonly SearchableTool[] = things.split(' ').flatMap((thing) =>
  actions.map((action) => {
    const name = `${thing}__${action}`
    return {
      name,
      description: `${action} ${thing}`,
      inputSchema: { type: 'object', properties: { turn: { type: 'integer' } }, required: ['turn'] },
      execute: ({ turn }: { readonly turn: number }) =>
        Array.from({ length: 900 }, (_, n) => (n === 450 ? secretOf(name, turn) : `${name} step ${n} of ${turn}`)).join(
          '\n',
        ),
    }
  }),
)

export function secretOf(name: string, turn: number): string {
  return `SECRET of ${name} in ${turn}: K${turn}Z`
}

/** The names of the tools that a model has: those of a request, with the changes that its messages tell. */
export function offeredIn(tools: readonly ToolDefinition[], messages: readonly Message[]): ReadonlySet<string> {
  const offered = new Set(tools.map(({ name }) => name))
  for (const message of messages) {
    const { added = [], removed = [] } = updateMark(message)?.tools ?? {}
    for (const name of removed) offered.delete(name)
    for (const { name } of added) offered.add(name)
  }
  return offered
}
