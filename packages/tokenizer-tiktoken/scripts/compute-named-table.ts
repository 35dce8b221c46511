import type { TableName } from '../src/encodings.ts'
import { computeTable } from '../src/table/compute-table.ts'
import { parseRanks } from '../src/table/ranks.ts'
import type { Table } from '../src/table/table.ts'

/** Literal paths, so that a bundler can follow them. */
const ranks: Readonly<Record<TableName, () => Promise<unknown>>> = {
  o200k_base: () => import('tiktoken/encoders/o200k_base'),
  cl100k_base: () => import('tiktoken/encoders/cl100k_base'),
  p50k_base: () => import('tiktoken/encoders/p50k_base'),
  r50k_base: () => import('tiktoken/encoders/r50k_base'),
}

/**
 * Computes the table of an encoding from the ranks in the `tiktoken` package, which only the build and the tests need.
 */
export async function computeNamedTable(name: TableName): Promise<Table> {
  // CommonJS in Node, an ES module elsewhere: the ranks are the default export of one or the other.
  let module = await ranks[name]()
  while (isWrapped(module)) module = module.default
  return computeTable(parseRanks((module as { readonly bpe_ranks: string }).bpe_ranks))
}

function isWrapped(module: unknown): module is { readonly default: unknown } {
  return typeof module === 'object' && module !== null && 'default' in module
}
