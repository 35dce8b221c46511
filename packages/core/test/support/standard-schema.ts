import type { JsonSchema } from '@lamella/core'
import type { StandardJsonSchema } from '@lamella/core/plugin'

/** A schema object like those of libraries, which counts how often it is converted. */
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

/** Returns that JSON Schema; a new object each time. */
export const fakeSchema = (schema: JsonSchema): FakeSchema => new Schema(() => ({ ...schema }))

/** Returns something else, or throws. */
export const brokenSchema = (input: () => unknown): FakeSchema => new Schema(input)

/** From a library that supports Standard Schema but not JSON Schema, such as Zod before 4.2. */
export const olderSchema = (): StandardJsonSchema =>
  ({ '~standard': { version: 1, vendor: 'older', validate: () => ({ value: 1 }) } }) as unknown as StandardJsonSchema
