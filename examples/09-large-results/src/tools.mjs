// 300 tools of a workshop: ten for each of thirty things. A real agent has them from several MCP servers. Three of them
// answer with megabytes.

const things = (
  'orders invoices customers suppliers parcels returns refunds coupons carts reviews builds deployments servers alerts incidents ' +
  'backups certificates domains tickets branches sensors machines rooms shifts employees vehicles contracts payments warehouses catalogs'
).split(' ')

const actions = {
  list: ['Lists', 'page', 'The page, from 1.'],
  get: ['Shows one of the', 'id', 'Its number.'],
  search: ['Searches the', 'text', 'Words to look for.'],
  create: ['Creates one of the', 'name', 'Its name.'],
  rename: ['Renames one of the', 'name', 'The new name.'],
  archive: ['Archives one of the', 'id', 'Its number.'],
  restore: ['Restores one of the archived', 'id', 'Its number.'],
  assign: ['Assigns an employee to one of the', 'employee', 'The name of the employee.'],
  count: ['Counts the', 'since', 'A day, such as 2026-03-01.'],
  export: ['Exports all', 'year', 'The year.'],
}

const logOf = ({ id }) =>
  lines(60_000, (n) =>
    n === 41_207
      ? `ERROR ${id}: no space left on volume v${id}, ${id} files were not written`
      : `step ${n} of build ${id} has passed in ${(n * 7) % 90} ms`,
  )
const ordersOf = ({ year }) => ({
  year,
  orders: Array.from({ length: 20_000 }, (_, n) => ({
    number: 1_000 + n,
    customer: `customer-${(n * 37) % 4_000}@shop.test`,
    state: n % 7 === 0 ? 'returned' : 'delivered',
    total: ((n * 131) % 90_000) / 100,
  })),
})
const measurementsOf = ({ id }) =>
  `time,celsius\n${lines(80_000, (n) => `${String(n).padStart(6, '0')},${(18 + ((n * 13) % 70) / 10).toFixed(1)} (${id})`)}`

/** What the tools that are used here answer. The others answer that all is well. */
const answers = {
  builds__log: logOf,
  orders__export: ordersOf,
  sensors__table: measurementsOf,
  refunds__count: ({ since }) => `There were 31 refunds since ${since}.`,
  parcels__get: ({ id }) => `Parcel ${id} is in Bergen, at locker L-${id * 7}.`,
}

const tool = (name, description, property, about) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: { [property]: { type: 'string', description: about } },
    required: [property],
  },
  execute: (input) => answers[name]?.(input) ?? `${name}: done.`,
})

/** All tools: 297 of one kind, and three that answer with a log, a list and a table. */
export const tools = [
  ...things
    .flatMap((thing) =>
      Object.entries(actions).map(([action, [does, property, about]]) =>
        tool(`${thing}__${action}`, `${does} ${thing}.`, property, about),
      ),
    )
    .filter(({ name }) => !['branches__assign', 'rooms__rename', 'domains__assign'].includes(name)),
  tool('builds__log', 'Shows the log of a build: each of its steps, warnings and errors.', 'id', 'Its number.'),
  tool('sensors__table', 'Returns the table of the temperatures that a sensor has measured.', 'id', 'Its name.'),
  tool('shifts__swap', 'Swaps the shifts of two employees.', 'names', 'Their names.'),
]

/** Writes the 40 skills of the agent as files: name to text. */
export const skills = things.flatMap((thing, index) => [
  skill(
    `check-${thing}`,
    `How to check ${thing} before they are changed.`,
    `Compare the ${thing} with last week's list.`,
  ),
  ...(index < 10 ? [skill(`report-${thing}`, `How to write a report about ${thing}.`, `Begin with the total.`)] : []),
])

function skill(name, description, text) {
  return { name, text: `---\nname: ${name}\ndescription: ${description}\n---\n${text}\n` }
}

function lines(count, line) {
  return Array.from({ length: count }, (_, index) => line(index + 1)).join('\n')
}
