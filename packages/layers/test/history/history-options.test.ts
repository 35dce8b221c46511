import { isLamellaError } from '@lamella/core'
import { history } from '@lamella/layers'
import { describe, expect, it } from 'vitest'

function problemOf(options: unknown): string {
  try {
    history(options as never)
  } catch (error) {
    if (isLamellaError(error, 'OPTION_INVALID')) return error.what
  }
  throw new Error('not rejected')
}

describe('the options of the history', () => {
  it.each<[unknown, RegExp]>([
    [{ results: true }, /^history: 'results' must be an object, or false\.$/],
    [{ results: { tool: {} } }, /'results\.tool' is not an option\. Did you mean 'results\.tools'\?/],
    [{ results: { tools: ['look'] } }, /'results\.tools' must be an object/],
    [{ results: { tools: { look: 'drop' } } }, /'results\.tools\.look' must be one of keep, first/],
    [
      { results: { tools: JSON.parse('{"__proto__":"drop"}') } },
      /'results\.tools\.__proto__' must be one of keep, first/,
    ],
    [{ digest: 'values' }, /'digest' must be an object, or false/],
    [{ pin: () => true }, /'pin' must be an object/],
    [{ pin: {} }, /'pin' must have choose, positions, or both/],
    [{ pin: { max: 100 } }, /'pin' must have choose, positions, or both/],
    [{ pin: { chose: () => true } }, /'pin\.chose' is not an option\. Did you mean 'pin\.choose'\?/],
    [{ pin: { positions: [1, 2] } }, /'pin\.positions' must be a function/],
    [
      { pin: { choose: () => true, max: '125%' } },
      /'pin\.max' must be a whole number of tokens, or a share such as '25%'/,
    ],
    [{ pin: { choose: () => true, max: -1 } }, /'pin\.max' must be a whole number/],
  ])('are checked to the last key: %j', (options, problem) => {
    expect(problemOf(options)).toMatch(problem)
  })

  it('may be omitted with undefined, rules of tools included', () => {
    expect(() => history({ results: { tools: { look: undefined as never } }, pin: undefined as never })).not.toThrow()
  })
})
