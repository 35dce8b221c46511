import { listed, type Wording } from './words.ts'

const months = listed('Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember')

/** A nursery of old fruit trees and its café. */
export const german: Wording = {
  name: 'Baumschule',
  system: 'Du hilfst einer Baumschule. Antworte freundlich und kurz.',
  article: '',
  space: ' ',
  subjects: listed(
    'Quartier Sonnenhang|Hecke Brandt|Gewächshaus Drei|Obsthof Wenzel|Allee Rosenthal|Streuwiese Lohberg|Kelter Eggers|Café Quittenstube|Hofladen Süd|Bienenhaus Thoma|' +
      'Spalier Amsel|Kompostplatz Nord|Brunnen Liebig|Schulgarten Weimar|Lieferwagen Zwei|Saatkammer Oben|Wurzelkeller Voss|Garten Yilmaz|Park Hohenfels|Pflanzung Deichmann|' +
      'Apfelfest Kirchau|Kurs Veredeln|Bewässerung Talgrund|Zaun Wildacker|Pergola Schuster|Friedhof Lindenau|Terrasse Kaminski|Mostpresse Hilde|Folientunnel Sechs|Ausstellung Birnen|' +
      'Baumpatenschaft Nowak|Kräuterspirale Ida|Lehrpfad Mühlbach|Rampe Verladung|Klostergarten Seon|Hochbeet Franke|Teich Erlengrund|Schuppen Ziegler|Messe Grünzeit|Katalog Herbst',
  ),
  people: listed('Wiebke|Ottokar|Selma|Jaromir|Fenja|Ludger|Aylin|Korbinian|Swantje|Emre|Rosalie|Veit'),
  before: listed('Boskoop|Jonagold|Feldsteine|Weide|Mulch|Jute|Eternit|Kirsche|Robinie|Kies'),
  after: listed('Gravensteiner|Renette|Klinker|Hasel|Stroh|Sisal|Kupfer|Mispel|Esche|Splitt'),
  day: (draw) => `${1 + draw.below(28)}. ${draw.pick(months)}`,
  amount: (draw) => `${2 + draw.below(80)}0 Euro`,
  file: (draw) => `hof/${draw.pick(listed('skizzen|rechnungen|sorten'))}/blatt-${1 + draw.below(90)}.pdf`,
  facts: {
    code: [
      ['user', '{S} hat im Kataster das Kennzeichen {V}.'],
      ['user', 'Wer wegen {s} schreibt, nennt bitte {V}.'],
      ['answer', 'Die Genehmigung für {s} trägt {V}.'],
      ['field', 'etikett'],
      ['text', 'Ihr Vorgang zu {s}: {V}.'],
    ],
    day: [
      ['user', 'Am {V} graben wir bei {s}.'],
      ['asked', 'Bis wann braucht ihr {s}?|{V}.'],
      ['answer', 'Der {V} ist für {s} eingetragen.'],
      ['field', 'termin'],
      ['text', 'Die Prüferin besucht {s} am {V}.'],
    ],
    amount: [
      ['user', 'Mehr als {V} stecken wir nicht in {s}.'],
      ['asked', 'Wie hoch ist der Zuschuss für {s}?|{V}.'],
      ['text', 'Die Reparatur an {s} kommt auf {V}.'],
    ],
    file: [
      ['user', 'Meine Notizen zu {s} habe ich unter {V} abgelegt.'],
      ['answer', '{V} enthält jetzt die Maße von {s}.'],
      ['text', 'Anbei {V} mit dem Lageplan von {s}.'],
    ],
    person: [
      ['user', '{P} verträgt keine Bienen, also nicht ohne Vorwarnung zu {s}.'],
      ['user', 'Wenn an {s} etwas ist, ruft zuerst {P} an.'],
      ['text', 'Schlüssel zu {s} bitte allein an {P}.'],
    ],
    promise: [
      ['user', '{P} habe ich {s} fest bis {V} zugesagt.'],
      ['answer', 'Am {V} erinnere ich {P} an {s}.'],
      ['text', '{P} holt am {V} das Werkzeug von {s} ab.'],
    ],
  },
  first: [
    ['user', 'Für {s} denke ich an {A}.'],
    ['user', 'Bestell {A} für {s}.'],
    ['asked', 'Was kommt bei {s} hin?|{A}.'],
    ['answer', '{A} steht auf der Liste für {s}.'],
    ['text', 'Für {s} liegt {A} bereit.'],
  ],
  bare: [
    ['user', '{S} kriegt {B}, {P} fährt gleich los.'],
    ['user', 'Bei {s} sind wir beim Abendbrot auf {B} gekommen.'],
    ['asked', 'Steht {A} für {s} noch?|{B} wird es.'],
    ['answer', '{S}: {B}, so habe ich es notiert.'],
    ['text', '{P} pflanzt diese Woche {B} bei {s}.'],
  ],
  marked: [
    ['user', 'Vergiss {A}, {s} braucht {B}.'],
    ['user', 'Bei {s} lag ich falsch, da gehört {B} hin.'],
    ['answer', 'Ich habe {A} bei {s} gestrichen und {B} eingetragen.'],
    ['text', 'Neu für {s}: {B}. {A} ging zurück ins Lager.'],
  ],
  remarks: ['Was macht {s}?', 'Gestern roch es bei {s} herrlich.', 'An {s} blieb wieder einer stehen.'],
  asks: [
    listed('Stimmt es, dass man fragt,|Mal ehrlich:|Meine Tante fragt,|Erzähl doch,|Weißt du,'),
    listed(
      'warum Äpfel im Dunkeln süßer werden|wie man mit Spatzen lebt|woher der Duft nach Regen kommt|warum alte Bäume flüstern|wie man geduldig bleibt|was einen guten Schatten ausmacht',
    ),
    listed('falls du Zeit hast.|während der Tee zieht.|ganz ohne Fachwort.|so wie für ein Kind.'),
  ],
  talk: [
    listed('Alte Gärtner meinen,|Unter uns,|Seltsamerweise|An stillen Tagen|Fragt man herum,|Im Grunde'),
    listed(
      'wächst das meiste, wenn keiner hinsieht|heilt ein Schnitt am Morgen besser|hören Pflanzen nicht auf Eile|vergeben Wurzeln fast alles außer Nässe|macht ein gemeinsames Essen vieles leichter|verrät der Geruch mehr als das Auge',
    ),
    listed(
      ', und kaum einer merkt es.|, das ist schon das halbe Handwerk.|, zumindest bis zum Frost.|, auch wenn die Nachbarn lachen.',
    ),
  ],
  thanks: listed('Ha, stimmt.|Mach weiter.|Klingt gut.|So, so.|Danke dir.'),
  dense: [],
}
