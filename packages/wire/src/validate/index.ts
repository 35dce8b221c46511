export type { WireFormat } from '../formats/formats.ts'
export type { Rule } from '../shared/rules/rule.ts'
export type { Violation, ViolationLevel } from '../shared/violation.ts'
export { validate } from './validate.ts'
