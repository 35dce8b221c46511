import { missingUserText } from '@lamella/wire/kit'

type Json = { readonly [field: string]: unknown }

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Data written by a program, not Google: keys in it stay unchanged. */
const foreign = ['args', 'response', 'parametersJsonSchema', 'responseJsonSchema', 'parameters']

/** The bytes of the two placeholders. */
const mark = Buffer.from('skip_thought_signature_validator').toString('base64')
const otherMark = Buffer.from('context_engineering_is_the_way_to_go').toString('base64')

/** Converts all names to the newer form. */
function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [camel(key), foreign.includes(camel(key)) ? item : named(item)]),
  )
}

/**
 * Returns a request as the encoder writes it. The only differences are:
 *
 * 1. names are in camel case 2. base64 has the standard alphabet, in data; signatures are left unchanged 3. consecutive
 * contents of one role are merged, except for function responses 4. a system prompt has no role 5. tools are a list,
 * and all functions are in one of them 6. `parameters` have types in capital letters, and are JSON Schema for models
 * that support it; with no properties there are none 7. empty texts are left out; if that leaves nothing before a call,
 * a marked message is inserted 8. the placeholder for a missing signature is one of two, at the first call of a step
 * only 9. fields that are null, and an empty `generationConfig`, are left out
 */
export function normal(body: object, takesJsonSchema: boolean): object {
  const { contents, systemInstruction, tools, generationConfig = {}, ...others } = named(body) as Json
  return {
    ...others,
    ...(Object.keys(generationConfig as Json).length > 0 && { generationConfig }),
    contents: joined(listOf(contents) as Content[]),
    ...(systemInstruction !== undefined && { systemInstruction: { parts: (systemInstruction as Json)['parts'] } }),
    tools: oneOfFunctions(listOf(tools) as Json[], takesJsonSchema),
  }
}

interface Content {
  readonly role: string
  readonly parts: readonly Json[]
}

function joined(contents: readonly Content[]): Content[] {
  const all: Content[] = []
  for (const { role, parts } of contents) {
    const last = all.at(-1)
    const standard = parts.filter((part) => part['text'] !== '').map((part) => standardBytes(part) as Json)
    if (standard.length === 0) {
      if (all.length === 0) all.push({ role, parts: [{ text: missingUserText }] })
      continue
    }
    if (last?.role === role && !isResponses(last.parts) && !isResponses(parts)) {
      all[all.length - 1] = { role, parts: [...last.parts, ...standard.map(withoutMark)] }
    } else all.push({ role, parts: standard })
  }
  return all
}

function withoutMark({ thoughtSignature, ...part }: Json): Json {
  const isMark = thoughtSignature === undefined || thoughtSignature === mark
  return isMark ? part : { ...part, thoughtSignature }
}

function isResponses(parts: readonly Json[]): boolean {
  return parts.some((part) => 'functionResponse' in part)
}

function standardBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(standardBytes)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (item === otherMark) return [key, mark]
      if (key !== 'inlineData') return [key, foreign.includes(key) ? item : standardBytes(item)]
      const { data, ...others } = item as Json
      return [key, { ...others, data: Buffer.from(String(data), 'base64url').toString('base64') }]
    }),
  )
}

function oneOfFunctions(tools: readonly Json[], takesJsonSchema: boolean): unknown[] {
  const functions = tools.flatMap((tool) => listOf(tool['functionDeclarations']) as Json[])
  const written = functions.map(({ parameters, ...declaration }) => {
    if (parameters === undefined) return declaration
    if (!takesJsonSchema && Object.keys((parameters as Json)['properties'] as Json).length === 0) return declaration
    const field = takesJsonSchema ? 'parametersJsonSchema' : 'parameters'
    return {
      ...declaration,
      [field]: withTypes(parameters, (type) => (takesJsonSchema ? type.toLowerCase() : type.toUpperCase())),
    }
  })
  const own = tools.filter((tool) => !('functionDeclarations' in tool))
  return [...own, { functionDeclarations: written }]
}

function withTypes(schema: unknown, write: (type: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withTypes(item, write))
  if (!isRecord(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' ? write(value) : withTypes(value, write),
    ]),
  )
}
