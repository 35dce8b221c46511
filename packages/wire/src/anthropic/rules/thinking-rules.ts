import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { each, type Rule } from '../../shared/rules/rule.ts'
import { beginsWithThinking, isThinking, listOfBlocks } from '../conversation.ts'
import { minThinkingBudget } from '../limits.ts'
import { refusesBudgets, refusesThinkingOff } from '../models.ts'
import { messagesOf, modelOf, plainMessages } from './read.ts'

const types: readonly unknown[] = ['enabled', 'adaptive', 'disabled', 'between_tools']

export const thinkingRules: readonly Rule[] = [
  {
    code: 'AN-THINKING-BUDGET',
    what: 'Manual thinking has a budget of at least 1,024 tokens and below max_tokens, and a model that supports it.',
    source: 'S ThinkingConfigEnabled; D migration-guide ("Extended thinking budgets removed")',
    check: (request, report) => {
      const { thinking, max_tokens: maxTokens } = request
      const model = modelOf(request)
      if (!isRecord(thinking)) return
      const { type, budget_tokens: budget } = thinking
      if (!types.includes(type)) report('server', 'thinking.type', `is not one of ${types.join(', ')}`)
      if (type !== 'enabled') return
      if (refusesBudgets(model))
        report('error', 'thinking.type', `is enabled, but ${model} supports only adaptive thinking`)
      if (typeof budget !== 'number' || !Number.isInteger(budget) || budget < minThinkingBudget) {
        report('error', 'thinking.budget_tokens', `must be a whole number, at least ${minThinkingBudget}`)
      } else if (typeof maxTokens === 'number' && budget >= maxTokens) {
        report('error', 'thinking.budget_tokens', 'must be below max_tokens')
      }
    },
  },
  {
    code: 'AN-THINKING-FIRST',
    what: 'With manual thinking, a turn that the model continues begins with thinking.',
    source: 'I n8n-io/n8n#22550, anthropics/claude-code#11978, #20705; D thinking ("In extended (manual) mode ...")',
    check: (request, report) => {
      if (isManual(request) && !beginsWithThinking(plainMessages(request))) {
        report('error', 'thinking', 'is on, but the turn to continue did not begin with thinking')
      }
    },
  },
  {
    code: 'AN-THINKING-LAST',
    what: 'An assistant message does not end with thinking.',
    source: 'I tailcallhq/forgecode#2107, NousResearch/hermes-agent#13010',
    check: each(messagesOf, ({ value, path }, report) => {
      const last = listOf(value['content']).length - 1
      if (value['role'] === 'assistant' && isThinking(listOf(value['content'])[last])) {
        report('error', `${path}.content[${last}]`, 'is thinking at the end of its message')
      }
    }),
  },
  {
    code: 'AN-THINKING-FORCED',
    what: 'Manual thinking is not combined with a tool choice that forces a call.',
    source: 'I run-llama/llama_index#19641; D thinking, "Thinking with tool use"',
    check: (request, report) => {
      const { tool_choice: choice } = request
      const isForced = isRecord(choice) && (choice['type'] === 'any' || choice['type'] === 'tool')
      if (isManual(request) && isForced) report('error', 'tool_choice.type', 'forces a call although thinking is on')
    },
  },
  {
    code: 'AN-THINKING-OFF',
    what: 'Thinking is off only if the model allows it, and then a final assistant message contains none.',
    source: 'I tailcallhq/forgecode#1853, #1195; I ex-machina-co/opencode-anthropic-auth#159; D thinking (Opus 5)',
    check: (request, report) => {
      const { thinking, output_config: output } = request
      const model = modelOf(request)
      if (!isRecord(thinking) || thinking['type'] !== 'disabled') return
      const effort = isRecord(output) ? output['effort'] : undefined
      if (refusesThinkingOff(model, effort))
        report('error', 'thinking.type', `is disabled, which ${model} does not support, or not at this effort`)
      const messages = plainMessages(request)
      const last = messages.at(-1)
      if (last?.role === 'assistant' && listOfBlocks(last).some(isThinking))
        report('error', `messages[${messages.length - 1}]`, 'contains thinking, which is off')
    },
  },
]

function isManual({ thinking }: UnknownRecord): boolean {
  return isRecord(thinking) && thinking['type'] === 'enabled'
}
