/** Priorities of the standard sections. Sections of your own stand among them by theirs; higher appears first. */
export const sectionPriorities: {
  readonly agent: 1000
  readonly soul: 900
  readonly context: 800
  readonly skills: 500
  readonly tools: 400
  readonly additional: 300
  readonly datetime: 100
} = Object.freeze({ agent: 1000, soul: 900, context: 800, skills: 500, tools: 400, additional: 300, datetime: 100 })
