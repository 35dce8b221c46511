import { listed, type Wording } from './words.ts'

const months = listed('janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre')

/** A music school, where nearly each sentence has an hour, a number of pupils or a price. */
export const french: Wording = {
  name: 'conservatoire',
  system: 'Tu aides un conservatoire de quartier. Réponds en peu de mots.',
  article: 'le ',
  space: ' ',
  subjects: listed(
    'clavecin du hall|piano de la salle bleue|stage de Pâques|chœur des parents|quatuor du jeudi|concert du kiosque|concours de flûte|studio du sous-sol|rideau de scène|pupitre du chef|' +
      'local des percussions|atelier de lutherie|fonds de partitions|cours de solfège|orgue de tribune|bal des élèves|registre des prêts|parking des artistes|programme de Noël|ampli de basse|' +
      'monte-charge du fond|vestiaire des petits|gala des anciens|tambour du défilé|accordeur de service|balcon de répétition|éclairage du plateau|carnet de présence|panneau du trottoir|harmonium d’étude|' +
      'jardin du conservatoire|archet de secours|micro de plafond|tapis de danse|métronome géant|chauffage de la nef|buffet de juin|voyage à Gand|gong de la cour|théâtre d’ombres',
  ).map((one) => `le ${one}`),
  people: listed('Maëlle|Sidonie|Yanis|Corentin|Aliénor|Bakary|Ludivine|Tancrède|Noémie|Gaspard|Inès|Octave'),
  before: listed('hêtre|Pleyel|velours|Lorient|nickel|Mistral|ardoise|Fauré|liège|Comète'),
  after: listed('érable|Gaveau|feutre|Cahors|laiton|Tramontane|granit|Satie|bambou|Boréale'),
  day: (draw) => `${1 + draw.below(28)} ${draw.pick(months)}`,
  amount: (draw) => `${1 + draw.below(90)} ${100 + draw.below(900)} euros`,
  file: (draw) => `musique/${draw.pick(listed('devis|plans|listes'))}/feuille-${1 + draw.below(90)}.odt`,
  facts: {
    code: [
      ['user', 'À la mairie, {s} a pour référence {V}.'],
      ['user', 'Pour toute question sur {s}, donner {V}.'],
      ['answer', 'Le dossier {V} est ouvert pour {s}.'],
      ['field', 'reference'],
      ['text', 'Notre courrier sur {s} porte {V}.'],
    ],
    day: [
      ['user', 'On rend {s} le {V}.'],
      ['asked', 'Quand a-t-on besoin de voir {s} ?|Le {V}.'],
      ['answer', 'Le {V} est bloqué pour {s}.'],
      ['field', 'echeance'],
      ['text', 'La commission passera pour {s} le {V}.'],
    ],
    amount: [
      ['user', 'Pas plus de {V} pour {s}, point final.'],
      ['asked', 'Combien vaut {s} aux yeux de l’assureur ?|{V}.'],
      ['text', 'Refaire {s} coûterait {V}.'],
    ],
    file: [
      ['user', 'Mes croquis pour {s} sont rangés dans {V}.'],
      ['answer', 'Les mesures pour {s} figurent dans {V}.'],
      ['text', 'Ci-joint {V}, avec le schéma pour {s}.'],
    ],
    person: [
      ['user', '{P} ne supporte pas {s}, trouvez-lui autre chose.'],
      ['user', 'Un souci avec {s} ? D’abord appeler {P}.'],
      ['text', 'Seule clé pour {s} : celle de {P}.'],
    ],
    promise: [
      ['user', 'J’ai juré à {P} que {s} serait prêt le {V}.'],
      ['answer', 'Le {V}, je relance {P} au sujet de {s}.'],
      ['text', '{P} vient chercher {s} le {V}.'],
    ],
  },
  first: [
    ['user', 'Je verrais bien {A} pour {s}.'],
    ['user', 'Commande {A} pour {s}.'],
    ['asked', 'Que prend-on pour {s} ?|{A}.'],
    ['answer', '{A} est noté pour {s}.'],
    ['text', 'Nous gardons {A} de côté pour {s}.'],
  ],
  bare: [
    ['user', 'Avec {s} ira {B}, {P} l’a déjà descendu.'],
    ['user', 'Hier soir on a parlé de {B} pour {s}.'],
    ['asked', 'Toujours {A} pour {s} ?|{B}.'],
    ['answer', 'Pour {s}, {B} : c’est écrit.'],
    ['text', '{P} installe {B} pour {s} cette semaine.'],
  ],
  marked: [
    ['user', 'Oublie {A}, pour {s} il faut {B}.'],
    ['user', 'Je me suis trompé pour {s} : ce sera {B}.'],
    ['answer', 'J’ai rayé {A} pour {s} et mis {B}.'],
    ['text', 'Du nouveau pour {s} : {B}. {A} repart au dépôt.'],
  ],
  remarks: ['Alors, comment va {s} ?', 'On a filmé {s} hier.', 'Tout le monde parle encore de {s}.'],
  asks: [
    listed('Dis-moi,|Par curiosité,|Mon voisin demande|Au fait,|Sérieusement,'),
    listed(
      'pourquoi une mélodie reste en tête|comment on apprivoise le trac|d’où vient le silence avant l’orage|pourquoi le bois chante mieux en vieillissant|ce qui rend une fête réussie|comment on apprend à écouter',
    ),
    listed('si tu as une minute.|avant la sonnerie.|sans grands mots.|comme à un enfant.'),
  ],
  talk: [
    listed('Les anciens racontent que|Au fond,|Qui l’aurait cru,|Par temps calme,|Entre nous,'),
    listed(
      'la patience s’entend dès la première note|le bruit fatigue plus que la marche|personne ne retient les jours tranquilles|le froid rend les doigts sages|une porte ouverte change la journée|l’habitude fait la moitié du travail',
    ),
    listed(', et peu le remarquent.|, ce qui suffit.|, au moins jusqu’au printemps.|, quoi qu’on en dise.'),
  ],
  thanks: listed('Mais oui.|Continue.|Bonne idée.|Tiens donc.|Merci bien.'),
  dense: listed(
    'Pour {o}, {n} chaises sont arrivées en semaine {w}.|{P} a compté {n} élèves avec {o} le {D}.|La facture {C} pour {o} monte à {M}.|Il reste {n} heures pour {o} avant {w} h {t}.|' +
      'Le {D}, {o} a pris {n} minutes de retard.|{P} a réglé {M} pour {o} le {D}.|Le bon {C} vaut {n} mètres de câble pour {o}.|{n} cordes ont servi pour {o} à {w} h {t}.|' +
      'Le {D}, {P} a trié {n} fiches sur {o}.|Le compteur pour {o} affiche {n}{t}.',
  ),
}
