import { type Form, listed, type Wording } from './words.ts'

const months = listed('January|February|March|April|May|June|July|August|September|October|November|December')

const first: readonly Form[] = [
  ['user', 'For {s} I picture {A}.'],
  ['user', 'Order {A} for {s}.'],
  ['user', '{S} in {A}, I think.'],
  ['asked', 'Which stuff do you see for {s}?|{A}.'],
  ['answer', '{A} goes on the list for {s}.'],
  ['text', 'The workshop has cut {A} for {s}.'],
]

const bare: readonly Form[] = [
  ['user', '{A} looked dull under the lights, so {B} for {s}.'],
  ['user', '{S} is {B}, {P} has already cut it.'],
  ['user', '{B} on {s}, says {P}.'],
  ['user', 'We came down on the side of {B} with {s} at supper.'],
  ['asked', 'Shall {s} stay {A}?|It goes {B}.'],
  ['answer', '{S}: {B} it is, I have written it on the sheet.'],
  ['text', '{P} is sewing {s} from {B} this week.'],
]

const marked: readonly Form[] = [
  ['user', 'Forget {A}: {s} wants {B}.'],
  ['user', 'On second thoughts {B} suits {s} better.'],
  ['user', 'I was wrong about {s}. It needs {B}.'],
  ['answer', 'I struck {A} from the sheet of {s} and put {B}.'],
  ['text', 'New for {s}: {B}. The {A} went back to the store.'],
]

/** A theatre on tour. */
export const english: Wording = {
  name: 'theatre',
  system: 'You help a theatre on tour. Answer kindly and briefly.',
  article: 'the ',
  space: ' ',
  subjects: listed(
    "balcony flat|witch's cloak|thunder sheet|folding throne|puppet owl|orchestra lift|velvet curtain|prompter's box|ghost trap|paper moon|" +
      'tavern bench|rain machine|gilded cage|bridal veil|stage clock|canvas forest|jester cap|wardrobe trunk|fog machine|marble staircase|' +
      "gypsy wagon|courtroom dais|lighthouse flat|beggar's coat|wolf mask|spiral ramp|banquet table|coffin lid|swan boat|quilted robe|" +
      'footlight rail|harp stand|revolving door|snow bag|dragon tail|ticket booth|props cart|mirror wall|chapel window|rope bridge',
  ).map((one) => `the ${one}`),
  people: listed('Imogen|Casimir|Odile|Bartek|Farida|Ruaridh|Xenia|Leopold|Thandi|Mirela|Gunnar|Pilar'),
  before: listed('muslin|burlap|plywood|tulle|tin|papier-mâché|corduroy|wicker|chiffon|calico'),
  after: listed('brocade|leather|aluminium|taffeta|foam|gauze|tweed|raffia|organza|oilcloth'),
  day: (draw) => `${draw.pick(months)} ${1 + draw.below(28)}`,
  amount: (draw) => `${2 + draw.below(80)}0 pounds`,
  file: (draw) => `tour/${draw.pick(listed('acts|rigging|wardrobe|cues'))}/v${1 + draw.below(60)}.docx`,
  facts: {
    code: [
      ['user', '{S} travels in crate {V}.'],
      ['user', 'If customs asks about {s}, show {V}.'],
      ['answer', 'The carrier lists {s} as {V}.'],
      ['field', 'tag'],
      ['text', 'Shelf {V} holds {s}.'],
    ],
    day: [
      ['user', '{S} has to hang by {V}.'],
      ['user', 'We rehearse with {s} on {V}.'],
      ['asked', 'From when do you need {s}?|{V}.'],
      ['answer', '{V} is in the diary for {s}.'],
      ['field', 'due'],
      ['text', 'Our van brings {s} on {V}.'],
    ],
    amount: [
      ['user', 'The trust pays {V} towards {s}.'],
      ['user', 'More than {V} is not in the kitty for {s}.'],
      ['asked', 'What is {s} insured for?|{V}.'],
      ['text', 'Mending {s} would come to {V}.'],
    ],
    file: [
      ['user', 'My sketches of {s} went into {V}.'],
      ['answer', '{V} now has the measurements of {s}.'],
      ['text', 'See {V} for how {s} comes apart.'],
    ],
    person: [
      ['user', '{P} is scared of {s}, so nobody leaves them alone with it.'],
      ['user', 'Ring {P} first whenever {s} is moved.'],
      ['answer', 'Only {P} touches {s}, understood.'],
      ['text', 'Nobody except {P} may paint {s}.'],
    ],
    promise: [
      ['user', '{P} has my word that {s} is mended by {V}.'],
      ['answer', 'On {V} I remind {P} of {s}.'],
      ['text', '{P} drives {s} to the next town on {V}.'],
    ],
  },
  first,
  bare,
  marked,
  remarks: [
    'How does {s} look from the gallery?',
    'The children loved {s} yesterday.',
    'Nobody tripped over {s} tonight.',
  ],
  asks: [
    listed('Is it true that|Remind me|My sister wonders|Just curious,|Be honest:|Help me see'),
    listed(
      'why actors fear whistling|how to calm a nervous chorus|what makes a pause funny|why some jokes die on Tuesdays|how to bow gracefully|' +
        'where stage fright comes from|how to speak to the back row|why velvet smells of dust|what a good silence sounds like',
    ),
    listed(
      'if nobody minds the question.|while the kettle boils.|as if I were twelve.|without the theory.|in your own words.',
    ),
  ],
  talk: [
    listed(
      'Old hands claim|By and large|Between us|In a good company|On a quiet evening|Strangely enough|Ask around and you hear that',
    ),
    listed(
      'a house warms up when someone laughs early|nerves fade once the feet move|the dark makes every whisper carry|an audience forgives almost anything but haste|' +
        'breathing low keeps the voice round|the best entrances look like accidents|tired people paint badly|a shared meal settles most quarrels|applause hides more than it shows',
    ),
    listed(
      ', and few ever notice.|, which is half the craft.|, at least until the interval.|, though directors disagree.|, so let it be.',
    ),
  ],
  thanks: listed('Ha, true.|Noted with thanks.|Go ahead.|Sounds right to me.|Well, well.|Carry on.'),
  dense: [],
}
