// A stand-in for a model: rules instead of knowledge, so that the example always prints the same. It sees nothing but the
// request, and finds handles, names of files and numbers in what it was sent.

/** Returns the content of an answer. `number` is used for the ids of calls. */
export function contentFor({ messages }, number) {
  const blocks = messages.flatMap(({ role, content }) => blocksOf(content).map((block) => ({ role, ...block })))
  const asked = blocks.findLastIndex(
    ({ role, type, text = '' }) => role === 'user' && type === 'text' && isQuestion(text),
  )
  const results = blocks
    .slice(asked + 1)
    .filter(({ type }) => type === 'tool_result')
    .map(resultOf(blocks))
  const next = /tests fail/i.test(blocks[asked].text) ? fix(results) : recall(results)
  return [
    { type: 'text', text: next.says },
    ...(next.call ? [{ type: 'tool_use', id: `toolu_${number}`, ...next.call }] : []),
  ]
}

/** What to do next to fix the tests, from what the calls since the question have brought. */
function fix(results) {
  const last = results.at(-1)
  const runs = results.filter(({ name }) => name === 'run_tests')
  if (last === undefined) return call('I look up how to do this.', 'load_skill', { name: 'fix-a-test' })
  if (last.name === 'load_skill') return call('I look around.', 'list_files', {})
  if (last.name === 'list_files') return call('I run the tests.', 'run_tests', {})
  if (last.name === 'run_tests') {
    const [, handle] = last.text.match(/read_result \{"handle":"(blob:[a-z2-7]+)"\}/)
    const pattern = runs.length === 1 ? '^not ok' : '^# '
    return call('The output is long; I read what matters.', 'read_result', { handle, pattern })
  }
  if (last.name === 'edit_file') return call('I run the tests again.', 'run_tests', {})
  if (last.name === 'read_file') {
    const before = last.text.match(/lamps > 10/)[0]
    return call('Ten lamps should be cheaper already.', 'edit_file', {
      path: last.input.path,
      before,
      after: before.replace('>', '>='),
    })
  }
  const [, path] = last.text.match(/not ok \d+ - (\S+):/) ?? []
  if (path)
    return call(`Only ${last.text.match(/(\d+ lamps) is/)[1]} are wrong. I read the file.`, 'read_file', { path })
  return { says: `Fixed: the discount began one lamp too late. ${last.text.match(/\d+ passed, \d+ failed/)[0]}.` }
}

/** Looks up in the session what is no longer needed word for word. */
function recall(results) {
  const last = results.at(-1)
  if (last === undefined) {
    return call('I look it up in the conversation.', 'read_result', { handle: 'session', pattern: 'not ok' })
  }
  return { says: `It was test ${last.text.match(/not ok (\d+)/)[1]}: ${last.text.match(/the price of .+/)[0]}.` }
}

const call = (says, name, input) => ({ says, call: { name, input } })

/** A result with the name and input of its call. */
const resultOf = (blocks) => (block) => {
  const { name, input } = blocks.find(({ type, id }) => type === 'tool_use' && id === block.tool_use_id)
  return {
    name,
    input,
    text: blocksOf(block.content)
      .map(({ text = '' }) => text)
      .join('\n'),
  }
}

const isQuestion = (text) => text.trim() !== '' && !text.startsWith('<context-update')
const blocksOf = (content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []))
