// What the user asks, and what a model would decide about it: which words to search a tool with, which part of a large
// result to read, and what to answer with. The model of this example gets no other hint.

const build = (id) => ({
  text: `Why did build ${id} fail?`,
  find: 'log of a build',
  tool: 'builds__log',
  input: { id: String(id) },
  read: { pattern: '^ERROR' },
  answer: /ERROR .+/,
})
const orders = (year, number) => ({
  text: `Who ordered number ${number} in ${year}?`,
  find: 'export all orders',
  tool: 'orders__export',
  input: { year: String(year) },
  read: { path: `$.orders[${number - 1_000}]` },
  answer: /customer-\d+@shop\.test/,
})
const sensor = (name, line) => ({
  text: `What was line ${line} of sensor ${name}?`,
  find: 'temperatures of a sensor',
  tool: 'sensors__table',
  input: { id: name },
  read: { lines: String(line) },
  answer: /\d+,\d+\.\d \(\w+\)/,
})
const recall = (text, about, read, answer) => ({ text, about, read, answer })

export const questions = [
  build(501),
  orders(2025, 4_711),
  {
    text: 'How many refunds were there since March?',
    find: 'count refunds',
    tool: 'refunds__count',
    input: { since: '2026-03-01' },
    answer: /31 refunds/,
  },
  { text: 'How do I check parcels?', tool: 'load_skill', input: { name: 'check-parcels' }, answer: /Compare .+/ },
  sensor('oven', 40_001),
  build(502),
  { text: 'Water the plants, please.', find: 'water plants', answer: /No tool fits/ },
  orders(2024, 1_002),
  {
    text: 'Where is parcel 77?',
    find: 'get parcel',
    tool: 'parcels__get',
    input: { id: '77' },
    answer: /locker L-\d+/,
  },
  build(503),
  sensor('hall', 7),
  orders(2023, 20_999),
  build(504),
  sensor('kiln', 79_999),
  {
    text: 'Swap the shifts of Ada and Bo.',
    find: 'swap shifts',
    tool: 'shifts__swap',
    input: { names: 'Ada, Bo' },
    answer: /.+/,
  },
  orders(2022, 1_500),
  build(505),
  build(506),
  sensor('shed', 12),
  build(507),
  build(508),
  // Long ago: the digest of what gave way names messages, whose numbers are handles. The whole session can be searched, too.
  recall('Again: why did build 501 fail?', 'volume v501', { pattern: 'ERROR' }, /ERROR 501.+/),
  recall('Was order 1007 of 2025 returned?', 'year 2025', { path: '$.orders[7].state' }, /returned|delivered/),
  recall('What did sensor hall measure in line 7?', 'hall', { pattern: '0006,.*hall' }, /\d+,\d+\.\d \(hall\)/),
]
