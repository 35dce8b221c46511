import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { type Ledger, mend } from '../shared/ledger.ts'
import { resolveReference, writeInside } from '../shared/schema/visit-schemas.ts'

/** The most schemas of one tool: definitions that refer to each other would grow without limit. */
const most = 2_000

/** The most schemas inside of each other. A chain of definitions may be as long as it likes. */
const deepest = 100

/** The keywords that Nova accepts at the top level. */
export const novaKeywords: readonly string[] = ['type', 'properties', 'required']
const annotations: readonly string[] = ['title', 'description', 'default', 'examples']

/** Whether a model is one of Amazon Nova, by its id or that of its inference profile. */
export function isNova(model: unknown): boolean {
  return typeof model === 'string' && /\bnova\b/.test(model)
}

/** A schema for Nova, and what its description has said, for that of the tool. */
export interface NovaSchema {
  readonly schema: UnknownRecord
  readonly said: string
}

/**
 * Returns a schema that Amazon Nova accepts: an object with nothing but `type`, `properties` and `required` at the top level,
 * and therefore with the schemas in place of the references to them. The same object if nothing has to change.
 *
 * Source: https://docs.aws.amazon.com/nova/latest/userguide/tool-use-definition.html ("Only three fields are supported in the
 * top-level Object"), "extraneous key [definitions] is not permitted" (400, zed-industries/zed#28521,
 * pydantic/pydantic-ai#1623); read in November 2026.
 */
export function novaSchema(ledger: Ledger, given: UnknownRecord): NovaSchema {
  const others = Object.keys(given).filter((key) => !novaKeywords.includes(key))
  if (others.length === 0) return { schema: given, said: '' }
  mend(ledger, 'schema', `The schema is sent to Nova without ${others.join(', ')}, with definitions in their places.`)
  const whole = inlined(given, { root: given, open: [], left: most }) as UnknownRecord
  const { description } = given
  return {
    schema: Object.fromEntries(Object.entries(whole).filter(([key]) => novaKeywords.includes(key))),
    said: typeof description === 'string' ? description : '',
  }
}

interface Inlining {
  readonly root: UnknownRecord
  /** The schemas around the one that is written, from the top down. */
  readonly open: readonly unknown[]
  left: number
}

function inlined(node: unknown, work: Inlining): unknown {
  if (!isRecord(node)) return node
  const { $ref, $defs: _, definitions: __, ...own } = node
  // What contains itself or has no end goes on with anything of its type.
  if (work.open.includes(node) || work.open.length >= deepest || work.left-- <= 0)
    return own['type'] === undefined ? {} : { type: own['type'] }
  const inside: Inlining = { ...work, open: [...work.open, node] }
  const write = (one: unknown): unknown => inlined(one, inside)
  const written = Object.entries(own).map(([key, value]) => [key, writeInside(key, value, write)])
  const target = write(resolveReference(work.root, $ref))
  work.left = inside.left
  const rest: UnknownRecord = Object.fromEntries(written)
  if (!isRecord(target)) return rest
  const isClear = Object.keys(rest).every((key) => annotations.includes(key) || !Object.hasOwn(target, key))
  if (isClear) return { ...target, ...rest }
  const { allOf } = rest
  return { ...rest, allOf: [...(Array.isArray(allOf) ? allOf : []), target] }
}
