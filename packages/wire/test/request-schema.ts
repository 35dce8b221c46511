import { Ajv } from 'ajv'
import { readJson } from './data.ts'

interface Schemas {
  readonly root: string
  readonly schemas: Readonly<Record<string, object>>
}

/**
 * Checks a request against a schema of openai/openai-openapi: returns the problem, or `undefined`.
 *
 * It is OpenAPI, so it has its own keywords, and three things are interpreted as intended. `nullable` occurs with a
 * type or alone, and Lamella never writes null there. Members of a `oneOf` overlap (a user message is both
 * `EasyInputMessage` and `InputMessage`), so one of them is enough. And two schemas require a field that they do not
 * describe, and that the API does not know (`request_id` of `MCPApprovalResponse`).
 */
export function requestSchema(file: string): (request: unknown) => unknown {
  const { root, schemas } = readJson<Schemas>(file)
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema({ $id: 'openai', components: { schemas: asMeant(schemas) } })
  const validate = ajv.compile({ $ref: `openai#/components/schemas/${root}` })
  // As it is sent: undefined fields are absent.
  return (request) => (validate(JSON.parse(JSON.stringify(request))) ? undefined : validate.errors)
}

function asMeant(schemas: Schemas['schemas']): Schemas['schemas'] {
  return JSON.parse(JSON.stringify(schemas), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { nullable: _nullable, oneOf, required, ...others } = value as Record<string, unknown>
    const properties = others['properties'] as object | undefined
    const known = (name: string): boolean => properties === undefined || Object.hasOwn(properties, name)
    return {
      ...others,
      ...(oneOf !== undefined && (Array.isArray(oneOf) ? { anyOf: oneOf } : { oneOf })),
      ...(required !== undefined && { required: Array.isArray(required) ? required.filter(known) : required }),
    }
  })
}
