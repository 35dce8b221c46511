import fc from 'fast-check'

/** Names of fields: common ones, those that some provider refuses, and any text. */
const name: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'items', 'properties', '__proto__', 'constructor') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('filter[id]', '$top', 'with space', 'größe', '', 'a/b', 'a~b', 'x'.repeat(65)),
  },
  fc.string({ unit: 'grapheme', maxLength: 80 }),
)

const value = fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.constant(null))

/** Where references of old and new drafts point; some of them at nothing, at the whole schema, or outside. */
const reference = fc.constantFrom(
  '#',
  '#/',
  '#/definitions/x',
  '#/$defs/x',
  '#/properties/a/items/0',
  '#/properties/filter[id]',
  '#/properties/with%20space',
  '#nowhere',
  'https://a.b/c',
)

type Tie = (key: 'schema' | 'map' | 'list') => fc.Arbitrary<unknown>

/** Keywords of drafts 3 to 2020-12 and of OpenAPI, with valid values and those of other drafts. */
const keywordsOf = (tie: Tie): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  $schema: fc.constantFrom(
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema#',
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
  ),
  $id: fc.constantFrom('#x', 'https://a.b/c#x'),
  id: fc.constantFrom('#x', 'https://a.b/c', 'a'),
  $anchor: fc.constantFrom('nowhere', 'x', '1 2'),
  $dynamicAnchor: fc.constant('x'),
  $ref: reference,
  $dynamicRef: fc.constantFrom('#x', '#nowhere', '#'),
  $recursiveRef: fc.constant('#'),
  $recursiveAnchor: fc.boolean(),
  $comment: fc.string({ maxLength: 5 }),
  $vocabulary: fc.constant({ 'https://json-schema.org/draft/2020-12/vocab/core': true }),
  type: fc.constantFrom(
    'object',
    'array',
    'integer',
    'string',
    'null',
    'any',
    'file',
    [],
    ['string', 'null'],
    ['array', 'null'],
    ['object', 'string', 'null'],
    ['string', { type: 'object' }],
  ),
  nullable: fc.boolean(),
  format: fc.constantFrom('date-time', 'uri', 'int64', 'own', ''),
  pattern: fc.constantFrom('^a', '(', '\\p{L}', '(?<=a)b'),
  minimum: fc.integer(),
  maximum: fc.double({ noNaN: true, noDefaultInfinity: true }),
  multipleOf: fc.constantFrom(0, 0.1, 2),
  divisibleBy: fc.constant(2),
  minLength: fc.integer({ min: -1, max: 5 }),
  minItems: fc.nat(3),
  maxItems: fc.nat(200),
  uniqueItems: fc.boolean(),
  exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
  exclusiveMaximum: fc.oneof(fc.boolean(), fc.integer()),
  default: fc.oneof(value, fc.dictionary(name, value, { maxKeys: 2 })),
  example: value,
  required: fc.oneof(fc.boolean(), fc.array(name, { maxLength: 3 })),
  enum: fc.array(value, { maxLength: 3 }),
  const: value,
  examples: fc.array(fc.dictionary(name, value, { maxKeys: 2 }), { maxLength: 2 }),
  items: fc.oneof(tie('schema'), tie('list')),
  additionalItems: tie('schema'),
  prefixItems: tie('list'),
  dependencies: fc.dictionary(name, fc.oneof(fc.array(name, { maxLength: 2 }), tie('schema')), { maxKeys: 2 }),
  dependentRequired: fc.dictionary(name, fc.array(name, { maxLength: 2 }), { maxKeys: 2 }),
  dependentSchemas: tie('map'),
  properties: tie('map'),
  patternProperties: tie('map'),
  propertyNames: tie('schema'),
  additionalProperties: tie('schema'),
  unevaluatedProperties: tie('schema'),
  unevaluatedItems: tie('schema'),
  contains: tie('schema'),
  contentEncoding: fc.constant('base64'),
  contentSchema: tie('schema'),
  discriminator: fc.constantFrom('kind', { propertyName: 'kind', mapping: { a: '#/definitions/x' } }),
  'x-own': value,
  definitions: fc.dictionary(fc.constantFrom('x', 'y'), tie('schema')),
  $defs: fc.dictionary(fc.constantFrom('x', 'y'), tie('schema')),
  anyOf: tie('list'),
  allOf: tie('list'),
  oneOf: tie('list'),
  not: tie('schema'),
  if: tie('schema'),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: tie('schema'),
  else: tie('schema'),
  description: fc.string({ maxLength: 20 }),
})

/** A schema has a few keywords each: with many, it would be large and always the same. */
const { schema: anySchema } = fc.letrec<{ schema: unknown; map: unknown; list: unknown }>((tie) => {
  const keywords = keywordsOf(tie)
  const some = fc
    .subarray(Object.keys(keywords), { maxLength: 14 })
    .chain((names) => fc.record(Object.fromEntries(names.map((one) => [one, keywords[one] as fc.Arbitrary<unknown>]))))
  return {
    map: fc.dictionary(name, tie('schema'), { maxKeys: 4 }),
    list: fc.array(tie('schema'), { maxLength: 3 }),
    schema: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.boolean(), some),
  }
})

const wrappers: readonly ((inside: unknown) => object)[] = [
  (inside) => ({ type: 'object', properties: { 'in side': inside } }),
  (inside) => ({ type: 'array', items: inside }),
  (inside) => ({ items: [inside] }),
  (inside) => ({ anyOf: [inside, {}] }),
]

/** A schema far inside others. */
const deep = fc
  .tuple(anySchema, fc.integer({ min: 1, max: 1_200 }), fc.constantFrom(...wrappers))
  .map(([schema, levels, wrap]) => {
    let nested = schema
    for (let level = 0; level < levels; level++) nested = wrap(nested)
    return { type: 'object', properties: { deep: nested } }
  })

/** Thousands of values, or of fields. */
const huge = fc.integer({ min: 1_000, max: 3_000 }).chain((size) => {
  const list = Array.from({ length: size }, (_, index) => `value ${index}`)
  return fc.constantFrom(
    { type: 'object', properties: { one: { enum: list } } },
    { type: 'object', properties: Object.fromEntries(list.map((one) => [one, {}])), required: list },
  )
})

function objectOf(schema: unknown): object {
  return typeof schema === 'object' && schema !== null ? schema : {}
}

/** Schemas of tools: of any draft, recursive, with odd names, deep, empty or huge. */
export const toolSchema: fc.Arbitrary<object> = fc.oneof(
  {
    weight: 100,
    arbitrary: fc
      .tuple(anySchema, fc.dictionary(name, anySchema, { maxKeys: 4 }), fc.boolean())
      .map(([schema, properties, isObject]) =>
        isObject ? { ...objectOf(schema), type: 'object', properties } : objectOf(schema),
      ),
  },
  { weight: 2, arbitrary: deep },
  { weight: 1, arbitrary: huge },
  { weight: 1, arbitrary: fc.constant({}) },
)
