import { minThinkingBudget } from '../anthropic/limits.ts'
import { isBlank, isRecord } from '../shared/guards.ts'
import { type Rule, recordsOf } from '../shared/rules/rule.ts'
import { findOldKeywords } from '../shared/schema/draft-2020.ts'
import { unions } from '../shared/schema/mend-schema.ts'
import { refusesPointAfter, refusesPoints, refusesToolPoints } from './cache-points.ts'
import { fieldName, keepsToolsApart, maxCachePoints, toolName } from './fields.ts'
import { isNova, novaKeywords } from './nova-schema.ts'
import { kindOf, messagesOf, ofMessage, reference, resultBlocks, rule, toolsOf } from './read.ts'

export const callRules: readonly Rule[] = [
  ofMessage(
    'BC-TOOL-USE',
    'A call has an id, a name and an object as input.',
    `S ${reference}/API_runtime_ToolUseBlock.html`,
    ({ role, blocks }, report) => {
      const ids = new Set<unknown>()
      for (const { value, path } of kindOf(blocks, 'toolUse')) {
        const { toolUseId: id, name, input } = value
        if (role !== 'assistant') report('error', path, 'must be in an assistant message')
        if (typeof id !== 'string' || !toolName.valid.test(id))
          report('error', `${path}.toolUseId`, 'must have 1 to 64 of [a-zA-Z0-9_-]')
        if (ids.has(id)) report('error', `${path}.toolUseId`, 'is the id of another call in the message')
        if (typeof name !== 'string' || !toolName.valid.test(name))
          report('error', `${path}.name`, 'must have 1 to 64 of [a-zA-Z0-9_-]')
        if (!isRecord(input)) report('error', `${path}.input`, 'must be an object')
        ids.add(id)
      }
    },
  ),
  ofMessage(
    'BC-TOOL-ANSWER',
    'The next message answers all calls of a message.',
    'I genkit-ai/aws-bedrock-js-plugin#664',
    ({ blocks }, report, index, all) => {
      const answers = kindOf(all[index + 1]?.blocks ?? [], 'toolResult').map(({ value }) => value['toolUseId'])
      for (const { value, path } of kindOf(blocks, 'toolUse')) {
        if (!answers.includes(value['toolUseId'])) report('error', path, 'has no result in the next message')
      }
    },
  ),
  ofMessage(
    'BC-TOOL-ORPHAN',
    'Each result answers a call of the previous message, once.',
    'I strands-agents/harness-sdk#1435, pydantic/pydantic-ai#2327',
    ({ blocks }, report, index, all) => {
      const open = kindOf(all[index - 1]?.blocks ?? [], 'toolUse').map(({ value }) => value['toolUseId'])
      for (const { value, path } of kindOf(blocks, 'toolResult')) {
        const found = open.indexOf(value['toolUseId'])
        if (found < 0) report('error', path, 'answers no call of the previous message')
        else open.splice(found, 1)
      }
    },
  ),
  ofMessage(
    'BC-RESULT',
    'A result is a list; JSON in it is an object, and a failed result is not empty.',
    'I sigoden/aichat#1550, aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15',
    ({ blocks }, report) => {
      for (const { value, path } of kindOf(blocks, 'toolResult')) {
        const { content, status } = value
        if (!Array.isArray(content)) report('error', `${path}.content`, 'must be a list')
        else if (status === 'error' && content.length === 0)
          report('error', `${path}.content`, 'must not be empty if the tool failed')
        for (const item of resultBlocks({ value, path })) {
          if ('json' in item.value && !isRecord(item.value['json']))
            report('error', `${item.path}.json`, 'must be an object')
        }
      }
    },
  ),
  rule(
    'BC-RESULT-ALONE',
    'For models of Meta and Mistral, calls and results are not combined with other blocks.',
    'I strands-agents/harness-sdk#1223, langchain-ai/langchain-aws#141, quarkiverse/quarkus-langchain4j#1983',
    (request, report) => {
      const { modelId } = request
      if (modelId !== undefined && !keepsToolsApart(modelId)) return
      for (const { blocks, path } of messagesOf(request)) {
        const tools = kindOf(blocks, 'toolResult').length + kindOf(blocks, 'toolUse').length
        const all = blocks.filter(({ value }) => !('cachePoint' in value)).length
        if (tools > 0 && all > tools)
          report(modelId === undefined ? 'model' : 'error', `${path}.content`, 'has calls or results and other blocks')
      }
    },
  ),
  ofMessage(
    'BC-REASONING',
    'Other content follows reasoning.',
    'I tailcallhq/forgecode#2107 (the same models)',
    ({ blocks }, report) => {
      const last = blocks.findLast(({ value }) => !('cachePoint' in value))
      if (last !== undefined && 'reasoningContent' in last.value) report('error', last.path, 'ends its message')
    },
  ),
  rule(
    'BC-TOOL-CONFIG',
    'Calls and results need a toolConfig with at least one tool.',
    `I langgenius/dify#17545, vxcontrol/pentagi#196; S ${reference}/API_runtime_ToolConfiguration.html`,
    (request, report) => {
      const blocks = messagesOf(request).flatMap((message) => message.blocks)
      const uses = kindOf(blocks, 'toolUse').length + kindOf(blocks, 'toolResult').length
      const isMissing = uses > 0 && request['toolConfig'] === undefined
      if (isMissing || (request['toolConfig'] !== undefined && toolsOf(request).length === 0))
        report('error', 'toolConfig', 'must have at least one tool')
    },
  ),
  rule(
    'BC-TOOL',
    'A tool has a unique name and an object schema.',
    `S ${reference}/API_runtime_ToolSpecification.html; I Dokploy/mcp#74, anthropics/claude-code#40075, aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#709 (Claude); zed-industries/zed#28521, pydantic/pydantic-ai#1623 (Nova)`,
    (request, report) => {
      const names = new Set<unknown>()
      for (const { value, path } of kindOf(toolsOf(request), 'toolSpec')) {
        const { name, inputSchema, description } = value
        if (typeof name !== 'string' || !toolName.valid.test(name))
          report('error', `${path}.name`, 'must have 1 to 64 of [a-zA-Z0-9_-]')
        if (names.has(name)) report('error', `${path}.name`, 'is the name of another tool')
        if (!isRecord(inputSchema) || !isRecord(inputSchema['json']))
          report('error', `${path}.inputSchema`, 'must be { json: schema }')
        else {
          const schema = inputSchema['json']
          const place = `${path}.inputSchema.json`
          findOldKeywords(schema, place, (inner, problem) => report('model', inner, problem))
          for (const key of Object.keys(isRecord(schema['properties']) ? schema['properties'] : {})) {
            if (!fieldName.valid.test(key))
              report('model', `${place}.properties`, `has the field ${JSON.stringify(key)}, which Claude refuses`)
          }
          for (const key of isNova(request['modelId']) ? Object.keys(schema) : []) {
            if (!novaKeywords.includes(key)) report('error', `${place}.${key}`, 'is refused by Nova')
          }
          for (const key of unions) {
            if (Object.hasOwn(schema, key)) report('model', `${place}.${key}`, 'is refused by Claude')
          }
        }
        if (description !== undefined && (typeof description !== 'string' || isBlank(description)))
          report('error', `${path}.description`, 'must not be blank')
        names.add(name)
      }
    },
  ),
  rule(
    'BC-THINKING',
    'With the thinking of Claude, the temperature is 1, no call is forced, and the budget is below `maxTokens`.',
    'I BerriAI/litellm#9524, griffinmartin/opencode-claude-auth#143; AN-THINKING-BUDGET',
    ({ inferenceConfig, toolConfig, additionalModelRequestFields: fields }, report) => {
      const thinking = isRecord(fields) && isRecord(fields['thinking']) ? fields['thinking'] : {}
      if (thinking['type'] !== 'enabled') return
      const { temperature = 1, maxTokens = Number.POSITIVE_INFINITY } = isRecord(inferenceConfig) ? inferenceConfig : {}
      const choice =
        isRecord(toolConfig) && isRecord(toolConfig['toolChoice']) ? toolConfig['toolChoice'] : { auto: {} }
      const path = 'additionalModelRequestFields.thinking'
      if (temperature !== 1) report('error', 'inferenceConfig.temperature', 'must be 1 with thinking')
      if (!('auto' in choice)) report('error', path, 'excludes a forced call')
      const budget = thinking['budget_tokens']
      if (!(typeof budget === 'number' && budget >= minThinkingBudget && budget < (maxTokens as number)))
        report('error', `${path}.budget_tokens`, `must be ${minThinkingBudget} or more, and below maxTokens`)
    },
  ),
  rule(
    'BC-CACHE-MAX',
    `There are at most ${maxCachePoints} cache points.`,
    'D docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html',
    (request, report) => {
      const all = [
        ...toolsOf(request),
        ...recordsOf(request['system'], 'system'),
        ...messagesOf(request).flatMap(({ blocks }) => blocks),
      ]
      const points = kindOf(all, 'cachePoint')
      if (points.length > maxCachePoints)
        report('error', points.at(-1)?.path ?? '', 'exceeds the limit of cache points')
    },
  ),
  rule(
    'BC-CACHE-PLACE',
    'Cache points are where the model takes them.',
    'I BerriAI/litellm#39210, NousResearch/hermes-agent#97281, strands-agents/harness-sdk#1966, anomalyco/opencode#36517',
    (request, report) => {
      const { modelId } = request
      const lists = [recordsOf(request['system'], 'system'), ...messagesOf(request).map(({ blocks }) => blocks)]
      for (const { path } of kindOf([...toolsOf(request), ...lists.flat()], 'cachePoint')) {
        if (refusesPoints(modelId)) report('error', path, 'is refused by this model')
      }
      for (const { path } of refusesToolPoints(modelId) ? kindOf(toolsOf(request), 'cachePoint') : []) {
        report('error', path, 'is refused by Nova after the tools')
      }
      for (const list of lists) {
        for (const [index, { value, path }] of list.entries()) {
          const before = list[index - 1]?.value
          if ('cachePoint' in value && (before === undefined || refusesPointAfter(before, modelId)))
            report('error', path, 'may not be here')
        }
      }
    },
  ),
  rule(
    'BC-PARAM',
    'Parameters are within their ranges.',
    `S ${reference}/API_runtime_InferenceConfiguration.html`,
    ({ inferenceConfig }, report) => {
      const { temperature, topP, maxTokens } = isRecord(inferenceConfig) ? inferenceConfig : {}
      const isShare = (value: unknown): boolean =>
        value === undefined || (typeof value === 'number' && value >= 0 && value <= 1)
      if (!isShare(temperature)) report('error', 'inferenceConfig.temperature', 'must be from 0 to 1')
      if (!isShare(topP)) report('error', 'inferenceConfig.topP', 'must be from 0 to 1')
      if (maxTokens !== undefined && !(Number.isSafeInteger(maxTokens) && (maxTokens as number) > 0))
        report('error', 'inferenceConfig.maxTokens', 'must be 1 or more')
    },
  ),
]
