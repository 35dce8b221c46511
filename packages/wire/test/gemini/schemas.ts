import fc from 'fast-check'

type Schema = { [keyword: string]: unknown }

const references = [
  '#',
  '#/$defs/a',
  '#/$defs/b',
  '#/definitions/a',
  '#/properties/x',
  '#/$defs/c%20d',
  '#/nowhere',
  'https://a.b/c',
  5,
]

const leaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array', 'any') }),
  fc.constantFrom<Schema[]>(
    {},
    { const: 'a' },
    { const: 3 },
    { enum: ['a', 'b', null] },
    { type: 'integer', enum: [1, 2] },
    { type: ['string', 'null'], description: 'Maybe.' },
    { type: ['string', 'integer'], enum: ['a', 1] },
    { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 5 },
    { type: 'number', exclusiveMaximum: 2.5 },
    { type: 'string', format: 'email', minLength: 1, pattern: '^a' },
    { type: 'string', format: 'date-time', default: null, title: 'When', examples: ['now'] },
    { type: 'array' },
    { type: 'object', properties: {}, additionalProperties: false },
  ),
  fc
    .tuple(
      fc.constantFrom(...references),
      fc.constantFrom<Schema>({}, { description: 'It.' }, { type: 'object', title: 'T' }),
    )
    .map(([$ref, more]) => ({ $ref, ...more })),
)

const key = fc.constantFrom('x', 'y', 'a b', '__proto__', '$ref')

/** JSON Schemas of every kind, valid and invalid: references into loops and to nothing, drafts 4 to 2020-12. */
export const schema: fc.Arbitrary<Schema> = fc
  .letrec<{ node: Schema }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.dictionary(key, tie('node'), { maxKeys: 3 }), fc.subarray(['x', 'y', 'z']))
        .map(([properties, required]) => ({ type: 'object', properties, required })),
      tie('node').map((items) => ({ type: 'array', items, minItems: 1 })),
      fc.array(tie('node'), { maxLength: 3 }).map((items) => ({ type: 'array', items })),
      fc.array(tie('node'), { maxLength: 3 }).map((anyOf) => ({ anyOf, description: 'One of them.' })),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((allOf) => ({ allOf, additionalProperties: false })),
    ),
  }))
  .node.chain((node) =>
    fc
      .tuple(fc.array(leaf, { minLength: 3, maxLength: 3 }), fc.constantFrom('$defs', 'definitions', 'none'))
      .map(([[a, b, c], place]) => ({
        $schema: 'http://json-schema.org/draft-07/schema#',
        ...node,
        ...(place !== 'none' && {
          [place]: { a: { type: 'object', properties: { x: a }, required: ['x'] }, b, 'c d': c },
        }),
      })),
  )
