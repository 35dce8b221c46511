export type { WireFormat } from '../formats/formats.ts'
export type { Rule } from '../shared/rules/rule.ts'
export type { Violation, ViolationLevel } from '../shared/violation.ts'
export { validate, wireRules } from './validate.ts'
