import { blobs } from './blobs.ts'
import { blocks } from './blocks.ts'
import { indexAgain } from './index-again.ts'
import { memory } from './memory.ts'
import { owners } from './owners.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'

/** What a schema is made with. */
export interface SchemaSettings {
  /** Its quoted name. */
  readonly schema: string
  /** The number of hash partitions of the messages, by tenant; 0: one table. */
  readonly partitions: number
}

/**
 * What each version of the schema adds to the one before, as SQL. Never changed once published: a change is a new entry,
 * and a function that changes gets a new name, since older programs may still call it.
 */
export const versions: readonly ((settings: SchemaSettings) => string)[] = [
  ({ schema, partitions }) =>
    [owners(schema), sessions(schema, partitions), memory(schema), blocks(schema), search(schema), blobs(schema)].join(
      '\n',
    ),
  ({ schema }) => indexAgain(schema),
]
