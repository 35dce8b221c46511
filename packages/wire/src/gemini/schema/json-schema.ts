import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { shortHash } from '../../shared/hash.ts'
import { inlinedTop, resolveReference, writeInside } from '../../shared/schema/visit-schemas.ts'
import { loosenLoops } from './loops.ts'

/** A schema in sent form, and short descriptions of its changes. */
export interface ConvertedSchema {
  readonly schema: UnknownRecord
  readonly changes: ReadonlySet<string>
}

/**
 * Deeper than any schema that the API accepts ("exceeds the maximum allowed nesting depth",
 * google-gemini/gemini-cli#6031).
 */
const maxDepth = 200

/**
 * Converts a JSON Schema of draft 2020-12 to what `parametersJsonSchema` accepts; returns the same object if nothing has to change.
 *
 * The API ignores unknown JSON Schema 2020-12 keywords, but validates references and types:
 *
 * - "reference to undefined schema" (google-gemini/gemini-cli#13326): references are resolved only in `$defs`, so all
 *   referenced schemas are moved there, and unresolved references are removed.
 * - "If a schema node has $ref set, then only description and default can be set alongside it"
 *   (anomalyco/opencode#12295): other siblings move to an enclosing node, with `anyOf`.
 * - "ref loops are only supported if they include optional or nullable property values" (juspay/juspay-mcp#132).
 * - the top level is an object with `properties`, as the types of @google/genai say
 *   (`FunctionDeclaration.parametersJsonSchema`).
 */
export function toGeminiJsonSchema(schema: UnknownRecord): ConvertedSchema {
  const changes = new Set<string>()
  let converted = needsChange(schema, 0) ? rewrite(schema, changes) : schema
  if (changes.size === 0) converted = schema // Nothing was changed, so the original object is returned.
  if (isRecord(converted['$defs'])) converted = loosenLoops(converted, changes)
  if (converted['type'] !== 'object' || !isRecord(converted['properties'])) {
    const { type, properties, ...others } = converted
    changes.add('a top-level object with properties')
    converted = { type: 'object', properties: isRecord(properties) ? properties : {}, ...others }
  }
  return { schema: converted, changes }
}

function needsChange(schema: unknown, depth: number): boolean {
  if (Array.isArray(schema)) return depth < maxDepth && schema.some((item) => needsChange(item, depth + 1))
  if (!isRecord(schema)) return false
  if (depth >= maxDepth) return true
  for (const key of Object.keys(schema)) {
    const value = schema[key]
    if (key === '$ref') return true
    if (typeof value === 'object' && value !== null && needsChange(value, depth + 1)) return true
  }
  return false
}

interface Rewriting {
  readonly root: UnknownRecord
  readonly changes: Set<string>
  /** Definitions by the schema they define. */
  readonly names: Map<unknown, string>
  /** In order of first reference. */
  readonly definitions: Map<string, unknown>
}

function rewrite(root: UnknownRecord, changes: Set<string>): UnknownRecord {
  const work: Rewriting = { root, changes, names: new Map(), definitions: new Map() }
  const { $defs, definitions } = root
  const { $defs: _, definitions: __, ...rest } = topOf(work)
  const schema = rewriteNode(work, rest, 0) as UnknownRecord
  const given = [$defs, definitions].flatMap((some) => (isRecord(some) ? Object.keys(some) : []))
  if (given.some((name) => !work.definitions.has(name))) changes.add('unused definitions removed')
  if (work.definitions.size === 0) return schema
  return { ...schema, $defs: Object.fromEntries(work.definitions) }
}

/** Makes the top level an object instead of a reference to one. */
function topOf({ root, changes }: Rewriting): UnknownRecord {
  const { $ref, ...top } = inlinedTop(root)
  if (Object.hasOwn(root, '$ref')) changes.add('the top-level reference inlined')
  return top
}

function rewriteNode(work: Rewriting, node: unknown, depth: number): unknown {
  if (!isRecord(node)) return node
  if (depth >= maxDepth) {
    work.changes.add('levels deeper than 200 cut off')
    return {}
  }
  const written: [string, unknown][] = []
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref') continue
    if (key === '$defs' || key === 'definitions') {
      work.changes.add('all definitions moved to the top level')
      continue
    }
    written.push([key, writeInside(key, value, (one) => rewriteNode(work, one, depth + 1))])
  }
  const plain = Object.fromEntries(written)
  return Object.hasOwn(node, '$ref') ? withReference(work, plain, node['$ref'], depth) : plain
}

function withReference(work: Rewriting, siblings: UnknownRecord, reference: unknown, depth: number): UnknownRecord {
  const target = resolveReference(work.root, reference)
  if (target === undefined) {
    work.changes.add('unresolved references removed')
    return siblings
  }
  const $ref = `#/$defs/${define(work, target, reference as string, depth)}`
  if ($ref !== reference) work.changes.add('all references moved to $defs')
  const others = Object.keys(siblings).filter((key) => !referenceSiblings.includes(key) && !key.startsWith('$'))
  if (others.length === 0) return { ...siblings, $ref }
  work.changes.add('siblings moved out of references')
  return Array.isArray(siblings['anyOf'])
    ? { ...siblings, allOf: [...listOf(siblings['allOf']), { $ref }] }
    : { ...siblings, anyOf: [{ $ref }] }
}

const referenceSiblings: readonly string[] = ['description', 'default']

/** Returns the name of a definition, which is written at its first reference. */
function define(work: Rewriting, target: unknown, reference: string, depth: number): string {
  const known = work.names.get(target)
  if (known !== undefined && target !== true && target !== false) return known
  const last = reference.slice(reference.lastIndexOf('/') + 1)
  const plain = /^[A-Za-z0-9_.-]+$/.test(last) ? last : `schema_${shortHash(reference)}`
  let name = plain
  for (let round = 1; work.definitions.has(name); round++) name = `${plain}_${round}`
  work.names.set(target, name)
  work.definitions.set(name, {}) // Reserves its place before its own references.
  const { $defs, definitions, ...rest } = isRecord(target) ? target : { target }
  work.definitions.set(name, isRecord(target) ? rewriteNode(work, rest, depth + 1) : target)
  return name
}
