import { english } from './english.ts'
import { listed, type Wording } from './words.ts'

/** The office of a carrier, where nearly each sentence has a number, a date or an amount. */
export const office: Wording = {
  ...english,
  name: 'office',
  system: 'You help the office of a carrier. Answer briefly.',
  subjects: listed(
    'Quarry contract|Lowland depot|Meridian account|Thursday convoy|payroll import|Redcar weighbridge|cold-chain audit|pallet exchange|customs bond|night roster|' +
      'Vistula corridor|tyre tender|driver canteen|fuel card|Ostrava branch|claims folder|trailer lease|bonded warehouse|toll refund|parcel sorter|' +
      'training week|Baltic ferry|loading dock|insurance renewal|fleet telematics|gate barrier|reefer unit|scrap sale|dispatch desk|gravel run|' +
      'forklift rental|yard lighting|harvest season|postal tender|wash bay|border permit|route planner|empties return|pension letter|safety vest',
  ).map((one) => `the ${one}`),
  before: listed('Halden|Brixworth|Corvus|Mayfly|Tallis|Penrose|Ostro|Vale|Quint|Larkin'),
  after: listed('Drexel|Sandford|Ibis|Norwood|Kestrel|Amery|Fenwick|Torvald|Zephyr|Galloway'),
  amount: (draw) => `${1 + draw.below(90)},${100 + draw.below(900)}.${10 + draw.below(90)} EUR`,
  file: (draw) =>
    `shared/${draw.pick(listed('ops|finance|legal|fleet'))}/${2020 + draw.below(6)}-${10 + draw.below(90)}.xlsx`,
  facts: {
    code: [
      ['user', 'Quote {V} in each letter on {s}.'],
      ['user', '{S} runs on ledger {V}.'],
      ['answer', 'I opened {V} as the ticket of {s}.'],
      ['field', 'docket'],
      ['text', 'Your reference in the matter of {s}: {V}.'],
    ],
    day: [
      ['user', '{S} closes on {V}.'],
      ['asked', 'When does {s} start?|{V}.'],
      ['answer', 'I blocked {V} for {s}.'],
      ['field', 'cutoff'],
      ['text', 'The hearing about {s} is set for {V}.'],
    ],
    amount: [
      ['user', 'Legal allows {V} for {s}, not a cent above.'],
      ['asked', 'What is the ceiling of {s}?|{V}.'],
      ['text', 'Our final offer for {s} is {V}.'],
    ],
    file: [
      ['user', 'The signed copy on {s} is {V}.'],
      ['answer', 'I saved the minutes on {s} as {V}.'],
      ['text', 'Annex to {s}: {V}.'],
    ],
    person: [
      ['user', '{P} signs nothing on {s} without me.'],
      ['user', 'Copy {P} on {s} and nobody else.'],
      ['text', 'Please address {P} alone about {s}.'],
    ],
    promise: [
      ['user', '{P} gets the figures on {s} from us by {V}.'],
      ['answer', 'I chase {P} about {s} on {V}.'],
      ['text', '{P} returns the forms for {s} on {V}.'],
    ],
  },
  first: [
    ['user', 'Give {s} to {A}.'],
    ['user', '{A} takes {s}.'],
    ['asked', 'Who handles {s}?|{A}.'],
    ['answer', '{A} is down for {s}.'],
    ['text', '{A} has been named for {s}.'],
  ],
  bare: [
    ['user', '{B} runs {s}, {P} signed it off.'],
    ['user', '{S} lies with {B}.'],
    ['user', '{B} for {s}, as of the meeting.'],
    ['asked', 'Is {A} on {s}?|{B} is.'],
    ['answer', '{S} sits with {B}, as {P} asked.'],
    ['text', '{B} looks after {s}.'],
  ],
  marked: [
    ['user', 'Take {s} away from {A}, {B} gets it.'],
    ['user', 'Small change: {B} does {s}.'],
    ['answer', '{S} moved over from {A} to {B}.'],
    ['text', 'In future {B} and not {A} will serve {s}.'],
  ],
  remarks: ['Anything on {s} today?', 'I keep thinking about {s}.', 'People talk a lot about {s}.'],
  dense: listed(
    '{o} billed {n} hours in week {w}.|{P} logged {n} km for {o} on {D}.|Invoice {C} on {o} is {M}.|{n} pallets left {o} at {w}:{t}.|' +
      '{o} ran {n} minutes late on {D}.|{P} paid {M} for {o} on {D}.|Docket {C} covers {n} crates of {o}.|{o} burned {n} litres between {w}:{t} and noon.|' +
      'On {D} {P} counted {n} seals at {o}.|The meter of {o} reads {n}{t}.',
  ),
}
