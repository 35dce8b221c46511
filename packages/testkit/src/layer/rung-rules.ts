import { show } from '../kit/show.ts'
import { eachFragment } from './each-fragment.ts'
import type { LayerRule } from './options.ts'
import { contentProblem, messagesProblem, toolIds } from './problems.ts'

/** Rules for the ladder of a fragment: its shorter renderings, and the cost of each rung. */
export const rungRules: readonly LayerRule[] = [
  {
    code: 'LAYER_SHORTER',
    name: 'lists valid shorter renderings, longest first, with the same tool calls',
    contract: ['Fragment.shorter', 'Shorter renderings, longest first. Dropping is the implied last rung.'],
    check: eachFragment(({ id, content, shorter }, bench, layer, { request }) => {
      if (shorter === undefined) return
      if (!Array.isArray(shorter)) return bench.fail('shorter to be a list', `${show(shorter)} in ${show(id)}`)
      // Another rule covers invalid content: there is nothing to compare with.
      if (contentProblem(content, layer) ?? messagesProblem(content)) return
      let longest = request.count(content)
      for (const [i, rung] of shorter.entries()) {
        const at = `at rung ${i + 1} of ${show(id)}`
        const problem = contentProblem(rung, layer) ?? messagesProblem(rung)
        if (problem) bench.fail('a shorter rendering that is a valid content', `${problem} ${at}`)
        if (toolIds(rung) !== toolIds(content)) {
          bench.fail(`the same calls, results and approvals, ${show(toolIds(content))}`, `${show(toolIds(rung))} ${at}`)
        }
        const tokens = request.count(rung)
        if (tokens > longest) bench.fail(`at most ${longest} tokens, like the rung before`, `${tokens} ${at}`)
        longest = tokens
      }
    }),
  },
  {
    code: 'LAYER_TOKENS',
    name: 'provides one whole number of tokens per rung, if it provides counts',
    contract: ['Fragment.tokens', 'Token cost of each rung, full first'],
    check: eachFragment(({ id, shorter, tokens }, { fail }) => {
      if (tokens === undefined) return
      if (!Array.isArray(tokens)) return fail('tokens to be a list', `${show(tokens)} in ${show(id)}`)
      const rungs = 1 + (Array.isArray(shorter) ? shorter.length : 0)
      if (tokens.length !== rungs) fail(`${rungs} numbers, one per rung`, `${show(tokens)} in ${show(id)}`)
      const wrong = tokens.find((count) => !Number.isSafeInteger(count) || count < 0)
      if (wrong !== undefined) fail('whole numbers, 0 or more', `${show(wrong)} in ${show(id)}`)
    }),
  },
]
