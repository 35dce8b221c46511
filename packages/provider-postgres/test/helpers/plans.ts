import type { Client } from 'pg'

/** A node of a plan. Source: "EXPLAIN", FORMAT JSON. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A statement that ran, also inside a function or for a foreign key, and the nodes of its plan. */
export interface SeenPlan {
  readonly text: string
  readonly nodes: readonly PlanNode[]
}

/** Collects the plans of all statements of a connection. Needs a superuser, whose roles may be changed afterwards. */
export async function plansOf(client: Client): Promise<SeenPlan[]> {
  const seen: SeenPlan[] = []
  client.on('notice', ({ message = '' }) => {
    const start = message.indexOf('{')
    if (!message.startsWith('duration:') || start < 0) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(start)) as {
      readonly 'Query Text': string
      readonly Plan: PlanNode
    }
    seen.push({ text, nodes: nodesOf(plan) })
  })
  await client.query(`LOAD 'auto_explain';
    SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on; SET auto_explain.log_analyze = on;
    SET auto_explain.log_timing = off; SET auto_explain.log_format = json; SET auto_explain.log_level = notice`)
  return seen
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** What the plans of statements do with the tables of many tenants. */
export interface Work {
  /** A node for each reading of such a table, what kind it is, and the most rows that it has read. */
  readonly scans: readonly {
    readonly text: string
    readonly node: string
    readonly table: string | undefined
    readonly read: number
  }[]
  /** The same of sorts. */
  readonly sorts: readonly { readonly text: string; readonly read: number }[]
}

/** @param tables The names of the tables to look at, with those of partitions. */
export function workOf(plans: readonly SeenPlan[], tables: readonly unknown[]): Work {
  const all = plans.flatMap(({ text, nodes }) =>
    nodes.map((node) => ({ text, node: node['Node Type'], table: node['Relation Name'], read: rowsRead(node) })),
  )
  return {
    scans: all.filter(({ table }) => tables.includes(table)),
    sorts: all.filter(({ node }) => node.includes('Sort')).map(({ text, read }) => ({ text, read })),
  }
}

/** The most rows that a node has read: what it returned and what its filter removed, over all loops. */
function rowsRead({ 'Actual Rows': rows = 0, 'Actual Loops': loops = 0, ...node }: PlanNode): number {
  return (rows + (node['Rows Removed by Filter'] ?? 0)) * loops
}
