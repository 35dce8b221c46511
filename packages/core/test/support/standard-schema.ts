import type { JsonSchema, StandardJsonSchema } from '@lamella/core'

/** A schema object as libraries make them, which counts how often it is asked. */
export interface FakeSchema extends StandardJsonSchema {
  readonly asked: readonly unknown[]
}

class Schema implements FakeSchema {
  readonly asked: unknown[] = []
  readonly '~standard': StandardJsonSchema['~standard']

  constructor(input: () => unknown) {
    this['~standard'] = {
      version: 1,
      vendor: 'fake',
      jsonSchema: {
        input: (options) => {
          this.asked.push(options)
          return input() as Record<string, unknown>
        },
      },
    }
  }
}

/** Tells that JSON Schema; a new one at each time. */
export const fakeSchema = (schema: JsonSchema): FakeSchema => new Schema(() => ({ ...schema }))

/** Tells something else, or throws. */
export const brokenSchema = (input: () => unknown): FakeSchema => new Schema(input)

/** Of a library that knows Standard Schema and no JSON Schema, as Zod before 4.2. */
export const olderSchema = (): StandardJsonSchema =>
  ({ '~standard': { version: 1, vendor: 'older', validate: () => ({ value: 1 }) } }) as unknown as StandardJsonSchema
