import { isRecord, listOf } from '../../shared/guards.ts'
import { has, type Rule } from '../../shared/rules/rule.ts'
import { itemTypes } from '../item-types.ts'
import { takesSettingItems } from '../models.ts'
import { holdsConversation } from '../request-fields.ts'
import { itemsOf, ofType, typeOf } from './read.ts'

const roles: readonly unknown[] = ['user', 'assistant', 'system', 'developer']

/** The rules about the input and its messages. */
export const itemRules: readonly Rule[] = [
  {
    code: 'OR-INPUT',
    what: 'The input is text or a non-empty list of items; it may be omitted if the API stores the conversation.',
    source: 'S InputParam; I pydantic/pydantic-ai#3470 (instructions alone are rejected)',
    check: (request, report) => {
      const { input, prompt } = request
      if (has(input) && typeof input !== 'string' && !Array.isArray(input)) {
        report('error', 'input', 'must be text or a list of items')
      } else if (isNothing(input) && !has(prompt) && !holdsConversation(request)) {
        report('error', 'input', 'must have at least one item')
      }
    },
  },
  {
    code: 'OR-ITEM',
    what: 'Each item is of a known type.',
    source: 'S InputItem; server, because types are added',
    check: ({ input }, report) => {
      for (const [index, value] of listOf(input).entries()) {
        const path = `input[${index}]`
        if (!isRecord(value)) report('error', path, 'must be an object')
        else {
          const type = typeOf({ value, path })
          if (typeof type !== 'string') report('error', `${path}.type`, 'must be text')
          else if (!itemTypes.includes(type)) report('server', `${path}.type`, `is not a known item type: ${type}`)
        }
      }
    },
  },
  {
    code: 'OR-ROLE',
    what: 'Each message has one of the four roles.',
    source: 'S EasyInputMessage; R 400 "Invalid value: \'tool\'" (openai/openai-python#2677)',
    check: (request, report) => {
      for (const { value, path } of ofType(request, 'message')) {
        if (!roles.includes(value['role'])) report('error', `${path}.role`, `must be one of ${roles.join(', ')}`)
      }
    },
  },
  {
    code: 'OR-CONFIGURATION',
    what: 'Items that change settings are for GPT-6 and later, never two in a row, and not in requests that the API shortens itself.',
    source: 'S ResponseInputItem.ConfigurationUpdate (openai 7.59.0); D "Using GPT-6.2", read on 2026-11-27',
    check: (request, report) => {
      const { model, reasoning, truncation, context_management: management } = request
      const isShortened =
        truncation === 'auto' || (has(management) && !(Array.isArray(management) && management.length === 0))
      const isPro = isRecord(reasoning) && reasoning['mode'] === 'pro'
      let before: unknown
      for (const item of itemsOf(request)) {
        const type = typeOf(item)
        if (type === 'configuration_update') {
          if (before === type) report('error', item.path, 'follows another item that changes settings')
          else if (isShortened || isPro) report('error', item.path, 'does not go with the settings of the request')
          else if (has(model) && !takesSettingItems(String(model))) report('model', item.path, 'is for GPT-6 and later')
        }
        before = type
      }
    },
  },
  {
    code: 'OR-CONTENT',
    what: 'The content of a message is text or a non-empty list of parts.',
    source: 'S EasyInputMessage, OutputMessage',
    check: (request, report) => {
      for (const { value, path } of ofType(request, 'message')) {
        const { content } = value
        if (!has(content)) report('error', `${path}.content`, 'is missing')
        else if (typeof content !== 'string' && !Array.isArray(content)) {
          report('error', `${path}.content`, 'must be text or a list of parts')
        } else if (Array.isArray(content) && content.length === 0) {
          report('error', `${path}.content`, 'must have at least one part')
        }
      }
    },
  },
]

function isNothing(input: unknown): boolean {
  return !has(input) || (Array.isArray(input) && input.length === 0)
}
