export type { Rule } from '../shared/rules/rule.ts'
export type { Violation, ViolationLevel } from '../shared/violation.ts'
export type { WireFormat } from './validate.ts'
export { validate, wireRules } from './validate.ts'
