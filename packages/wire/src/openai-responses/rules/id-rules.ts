import { each, has, type Rule, repeated } from '../../shared/rules/rule.ts'
import { clientItems, idPrefixes, isItemId } from '../item-types.ts'
import { itemsOf, typeOf } from './read.ts'

export const idRules: readonly Rule[] = [
  {
    code: 'OR-ID',
    what: 'Item ids are 1 to 64 letters, digits, _ and -, and begin with the prefix of their type.',
    source:
      'I nodetool-ai/nodetool#4252, Oaklight/llm-rosetta#403, continuedev/continue#11494 (fc), openai/codex#33176 (msg), ' +
      'Alishahryar1/free-claude-code#1826 (ctc), langchain-ai/langchainjs#11044 (characters)',
    check: each(itemsOf, (item, report) => {
      const { id } = item.value
      const type = String(typeOf(item))
      // The id of a user message has no meaning.
      if (!has(id) || isItemId(id, type)) return
      const prefix = Object.hasOwn(idPrefixes, type) ? ` and begin with ${idPrefixes[type]}` : ''
      report('error', `${item.path}.id`, `must be 1 to 64 letters, digits, _ and -${prefix}`)
    }),
  },
  {
    code: 'OR-ID-DUP',
    what: 'Item ids are unique.',
    source: 'I vercel/ai#7883, earendil-works/pi#5151, continuedev/continue#10200 "Duplicate item found with id"',
    check: (request, report) => {
      const items = itemsOf(request).filter(
        (item) => has(item.value['id']) && typeOf(item) !== 'local_shell_call_output',
      )
      for (const { path } of repeated(items, 'id')) report('error', `${path}.id`, 'is the id of another item')
    },
  },
  {
    code: 'OR-REASONING',
    what: 'Reasoning has an id and a list of summary texts, and no status.',
    source:
      'S ReasoningItem; I anomalyco/opencode#25065 (rejected without an id), vercel/ai#7543 (rejected without a store and ' +
      'without encrypted content), BerriAI/litellm#13420, digitallyinduced/haskell-agent#689 (status)',
    check: each(itemsOf, (item, report, request) => {
      if (typeOf(item) !== 'reasoning') return
      // Some of the API's own clients omit it if nothing is stored.
      if (!has(item.value['id']))
        report(request['store'] === false ? 'server' : 'error', `${item.path}.id`, 'is missing')
      if (has(item.value['status'])) report('server', `${item.path}.status`, 'is refused')
      if (!Array.isArray(item.value['summary'])) report('error', `${item.path}.summary`, 'must be a list')
      if (request['store'] === false && !has(item.value['encrypted_content'])) {
        report('error', `${item.path}.encrypted_content`, 'is missing but required without a store')
      }
    }),
  },
  {
    code: 'OR-REASONING-FOLLOW',
    what: 'Reasoning is followed by the item that it led to, with the id of that item, unless store is false.',
    source:
      'R 400 "of type \'reasoning\' was provided without its required following item" (pydantic-ai, ' +
      'test_openai_responses_thinking_with_modified_history: a message without its id); I vercel/ai#7099, ' +
      'langchain-ai/langchainjs#9082; not enforced with store: false per jin-bo/agentao#321',
    check: (request, report) => {
      if (request['store'] === false) return
      let waiting: string[] = []
      const settle = (): void => {
        for (const path of waiting) report('error', path, 'is not followed by the item that it led to, with its id')
        waiting = []
      }
      for (const item of itemsOf(request)) {
        const type = typeOf(item)
        if (type === 'reasoning') waiting.push(item.path)
        else {
          const isPersons = type === 'message' && item.value['role'] !== 'assistant'
          if (isPersons || clientItems.includes(String(type)) || !has(item.value['id'])) settle()
          waiting = []
        }
      }
      settle()
    },
  },
]
