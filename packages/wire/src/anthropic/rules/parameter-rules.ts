import { isBlank, isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { has, type ReportViolation, type Rule } from '../../shared/rules/rule.ts'
import { isKnownToRefuseBothSamplings, refusesBothSamplings, refusesSampling, refusesXhigh } from '../models.ts'
import { modelOf } from './read.ts'

export const parameterRules: readonly Rule[] = [
  {
    code: 'AN-PARAM',
    what: 'The model and max_tokens are set, and parameters are within their ranges.',
    source: 'S; I cloud-apim/otoroshi-llm-extension#140 (temperature with top_p); M (blank stop sequences)',
    check: (request, report) => {
      const { model, max_tokens: maxTokens, stop_sequences: stops } = request
      if (typeof model !== 'string') report('error', 'model', 'is missing')
      if (typeof maxTokens !== 'number' || !Number.isInteger(maxTokens) || maxTokens < 0) {
        report('error', 'max_tokens', 'must be a whole number, 0 or more')
      }
      for (const field of ['temperature', 'top_p']) {
        const value = request[field]
        if (has(value) && (typeof value !== 'number' || !(value >= 0 && value <= 1)))
          report('error', field, 'must be from 0 to 1')
      }
      const { top_k: topK } = request
      if (has(topK) && (typeof topK !== 'number' || !Number.isInteger(topK) || topK < 0)) {
        report('error', 'top_k', 'must be a whole number, 0 or more')
      }
      if (has(stops) && !(Array.isArray(stops) && stops.every((stop) => typeof stop === 'string' && !isBlank(stop)))) {
        report('error', 'stop_sequences', 'must be texts that are not blank')
      }
    },
  },
  {
    code: 'AN-SAMPLING',
    what: 'Temperature, top_p and top_k are set only for models that support them, and with thinking only as allowed.',
    source: 'D thinking, "Sampling parameters"',
    check: (request, report) => {
      const { temperature, top_p: topP } = request
      const name = modelOf(request)
      if (refusesSampling(name)) {
        checkRefused(request, report, `is not supported by ${name}`, 1)
      } else if (isThinkingOn(request)) {
        checkRefused(request, report, 'is not supported with thinking', 0.95)
      }
      if (has(temperature) && has(topP) && refusesBothSamplings(name)) {
        const level = isKnownToRefuseBothSamplings(name) ? 'error' : 'model'
        report(level, 'top_p', 'is set together with temperature, which models since Opus 4.1 reject')
      }
    },
  },
  {
    code: 'AN-EFFORT',
    what: 'The model supports the effort.',
    source: 'R 400 (claude-opus-4-6, xhigh)',
    check: (request, report) => {
      const { output_config: output } = request
      const model = modelOf(request)
      if (isRecord(output) && output['effort'] === 'xhigh' && refusesXhigh(model))
        report('error', 'output_config.effort', `is xhigh, which ${model} does not support`)
    },
  },
]

/** Checks the sampling parameters. `leastTopP`: the lowest `top_p` that is still allowed. */
function checkRefused(request: UnknownRecord, report: ReportViolation, message: string, leastTopP: number): void {
  const { temperature, top_p: topP, top_k: topK } = request
  if (has(temperature) && temperature !== 1) report('error', 'temperature', message)
  if (typeof topP === 'number' && topP < leastTopP) report('error', 'top_p', message)
  if (has(topK)) report('error', 'top_k', message)
}

function isThinkingOn({ thinking }: UnknownRecord): boolean {
  return isRecord(thinking) && (thinking['type'] === 'enabled' || thinking['type'] === 'adaptive')
}
