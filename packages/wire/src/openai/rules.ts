import { dataUrlHead, sniffImage } from '../shared/base64.ts'
import { isRecord, parsedJson, type UnknownRecord } from '../shared/guards.ts'
import {
  base64Problem,
  checkBase64,
  each,
  has,
  type Placed,
  type ReportViolation,
  type Rule,
} from '../shared/rules/rule.ts'
import { findOldKeywords } from '../shared/schema/draft-2020.ts'
import { reportNotStrict } from '../shared/schema/strict.ts'
import { functionName, imageTypes } from './limits.ts'
import { openaiStrict, reportRefused } from './tool-schema.ts'

type PlacesOf = (request: UnknownRecord) => readonly Placed[]

/** Creates the rule about the names of functions, where they are declared and where they are called. */
export function functionNameRule(code: string, source: string, placesOf: PlacesOf): Rule {
  return {
    code,
    what: 'Function names are 1 to 64 of the characters a-z, A-Z, 0-9, _ and -.',
    source,
    check: each(placesOf, ({ value, path }, report) => {
      const { name } = value
      if (typeof name === 'string' && functionName.valid.test(name)) return
      report('error', `${path}.name`, 'must be 1 to 64 of the characters a-z, A-Z, 0-9, _ and -')
    }),
  }
}

/** Creates the rules about the schemas of functions. */
export function schemaRules(prefix: 'OC' | 'OR', what: string, functionsOf: PlacesOf): readonly Rule[] {
  return [
    {
      code: `${prefix}-SCHEMA`,
      what,
      source:
        'I evalstate/fast-agent#143, spring-projects/spring-ai#4776 (no properties), farion1231/cc-switch#5490 (no type), langchain-ai/langchainjs#9804, cecli-dev/cecli#281 (alternatives), streamnative/streamnative-mcp-server#26, AnswerDotAI/fastcore#798, zed-industries/zed#47578 (items), camunda/connectors#8358, TanStack/ai#976 (strict)',
      check: each(functionsOf, ({ value, path }, report) => {
        const { parameters: schema, strict } = value
        if (!has(schema)) return
        const place = `${path}.parameters`
        if (!isRecord(schema) || schema['type'] !== 'object')
          report('error', place, 'must be a JSON Schema with type "object"')
        else if (!isRecord(schema['properties'])) report('error', place, 'must have properties')
        reportRefused(schema, place, report)
        if (strict === true) reportNotStrict(schema, place, report, openaiStrict)
      }),
    },
    // Other servers translate the schema for Claude.
    {
      code: `${prefix}-SCHEMA-DRAFT`,
      what: 'A tool schema is valid JSON Schema 2020-12.',
      source: 'I Dokploy/mcp#74, anomalyco/opencode#39118 (Claude; read in November 2026)',
      check: each(functionsOf, ({ value, path }, report) => {
        findOldKeywords(value['parameters'], `${path}.parameters`, (place, problem) => report('server', place, problem))
      }),
    },
  ]
}

/** Creates the rule about the length of descriptions. */
export function descriptionRule(code: string, toolsOf: PlacesOf): Rule {
  return {
    code,
    what: 'Descriptions have at most 1024 characters.',
    source: 'I nanbingxyz/5ire#33',
    check: each(toolsOf, ({ value, path }, report) => {
      const { description } = value
      if (typeof description !== 'string' || description.length <= 1024) return
      report('server', `${path}.description`, 'is longer than 1024 characters')
    }),
  }
}

/** Reports arguments that are no JSON object. Models do write them, and the API takes them; servers that fill a template fail. */
export function checkArguments(text: string, path: string, report: ReportViolation): void {
  if (!isRecord(parsedJson(text))) report('server', path, 'is not the JSON text of an object')
}

/** Reports an id that names no file. */
export function checkFileId(id: unknown, path: string, report: ReportViolation): void {
  if (has(id) && (typeof id !== 'string' || id.trim() === '')) report('error', `${path}.file_id`, 'names no file')
}

/** Reports the URL of an image that is neither a web address nor a data URL of an image, and one with a wrong label. */
export function checkImage(url: unknown, path: string, report: ReportViolation): void {
  if (typeof url !== 'string' || /^https?:/i.test(url)) return
  const head = dataUrlHead(url)
  if (!head?.isBase64) report('error', path, 'is neither a web address nor a base64 data URL')
  else if (sniffImage(url.slice(head.start, head.start + 24)) === undefined)
    report('error', path, 'does not contain png, jpeg, gif or webp')
  else if (base64Problem(url.slice(head.start))) checkBase64(url.slice(head.start), path, report)
  else if (!imageTypes.includes(head.mediaType)) report('server', path, `is labelled ${head.mediaType}`)
}
