import { type CompositeSchema, defineSchema } from '../../src/index.ts'

/** The block that several processes edit: each edit adds a word to the text and 1 to the sum. */
export const schema: CompositeSchema = defineSchema({
  type: 'composite',
  sections: [
    { name: 'text', schema: { type: 'text' } },
    { name: 'map', schema: { type: 'map', fields: [{ name: 'sum', type: 'counter' }] } },
  ],
})
