/** Two words make a subject, such as `harbour survey`. */
export const subjects: readonly [readonly string[], readonly string[]] = [
  (
    'harbour spring museum garden northern winter library station orchard coastal quarterly midtown alpine bakery ' +
    'granite lantern meadow regatta clinic tannery observatory foundry vineyard aquarium'
  ).split(' '),
  (
    'survey fair relocation workshop exhibition shipment renovation audit banquet excursion rehearsal inventory ' +
    'migration seminar auction retreat handover appraisal tournament reunion'
  ).split(' '),
]

export const firstNames: readonly string[] =
  'Ilse Tomasz Amara Henrik Noor Beatriz Kenji Siobhan Radek Yusuf Marit Oskar Leilani Dario Priya Anselm'.split(' ')

export const lastNames: readonly string[] = (
  'Brandvold Okonkwo Marchetti Lindqvist Haddad Ferreira Tanabe Gallagher Novotny Demir Solheim Petrescu Kealoha ' +
  'Vianello Raghunathan Falkner'
).split(' ')

/** What can be decided: one of a row, and later another one of the same row. */
export const choices: readonly (readonly string[])[] = [
  ['Monday', 'Tuesday', 'Thursday', 'Saturday'],
  ['the ferry', 'the night train', 'a rented van', 'a minibus'],
  ['oak', 'birch', 'bamboo', 'slate'],
  ['Postgres', 'DynamoDB', 'Redis', 'Cassandra'],
  ['the Corvin Hotel', 'the Marlow Rooms', 'Tivoli Hall', 'the Old Granary'],
  ['plan A', 'plan B', 'plan C', 'plan D'],
]

export const things: readonly string[] = [
  'signed contract',
  'corrected invoice',
  'seating chart',
  'revised draft',
  'safety report',
  'floor plan',
  'list of guests',
  'final quote',
]

export const settings: readonly string[] = ['timeout', 'retry limit', 'page size', 'cache lifetime', 'batch size']

export const folders: readonly string[] = ['src', 'lib', 'packages/api', 'services', 'apps/web']

export const likes: readonly string[] = [
  'bullet points',
  'metric units',
  'short emails',
  'phone calls',
  'window seats',
  'handwritten notes',
  'vegetarian menus',
  'morning meetings',
  'formal titles',
  'paper copies',
]

export const months: readonly string[] = 'January February March April May June July August September October'.split(
  ' ',
)
