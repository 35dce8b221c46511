import { isRecord } from '../../shared/guards.ts'
import { has } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { takesSettingItems } from '../models.ts'
import { itemsOf, typeOf } from './read.ts'

export const configurationRule: Rule = {
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
}
