/** The orders of the standard sections, ascending. Layers of a workspace folder have orders from 100 to 500. */
export const sectionOrders: {
  readonly skills: 500
  readonly tools: 600
  readonly additional: 700
  readonly datetime: 900
} = Object.freeze({ skills: 500, tools: 600, additional: 700, datetime: 900 })
