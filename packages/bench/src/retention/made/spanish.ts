import { listed, type Wording } from './words.ts'

const months = listed('enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre')

/** A fishing cooperative, where nearly each sentence has a weight, a time or an amount. */
export const spanish: Wording = {
  name: 'cofradía',
  system: 'Ayudas a una cofradía de pescadores. Responde con brevedad.',
  article: 'la ',
  space: ' ',
  subjects: listed(
    'barca Marisol|lonja vieja|cámara de hielo|red de cerco|grúa del muelle|subasta del martes|furgoneta blanca|boya norte|caseta de redes|báscula grande|' +
      'escuela de patrones|cantina del puerto|lancha de rescate|batea tercera|nasa de pulpo|fábrica de conservas|bodega alta|cuota de jurel|rampa de varada|sirena del faro|' +
      'depuradora de almejas|radio de guardia|procesión del Carmen|cinta de clasificar|caldera de cocer|antena del espigón|póliza del casco|beca de marinería|draga pequeña|oficina de socios|' +
      'pintura del casco|hélice de repuesto|tolva de sal|veda de erizo|carpa de la feria|tubería de agua salada|licencia de arrastre|mesa de remiendo|sonda de proa|cesta de anzuelos',
  ).map((one) => `la ${one}`),
  people: listed('Anxo|Remedios|Iker|Candela|Brais|Jacinta|Telmo|Uxía|Fermín|Nerea|Ovidio|Sabela'),
  before: listed('nailon|Vulcano|cáñamo|Arosa|pizarra|Galaxia|pino|Suárez|fibra|Neptuno'),
  after: listed('acero|Cantabria|esparto|Ribeira|granito|Atalaya|roble|Montero|titanio|Poseidón'),
  day: (draw) => `${1 + draw.below(28)} de ${draw.pick(months)}`,
  amount: (draw) => `${1 + draw.below(90)}.${100 + draw.below(900)} euros`,
  file: (draw) => `puerto/${draw.pick(listed('actas|planos|cuotas'))}/hoja-${1 + draw.below(90)}.ods`,
  facts: {
    code: [
      ['user', '{S} figura en capitanía como {V}.'],
      ['user', 'Quien pregunte por {s}, que cite {V}.'],
      ['answer', 'He abierto {V} para {s}.'],
      ['field', 'matricula'],
      ['text', 'Su expediente sobre {s} es {V}.'],
    ],
    day: [
      ['user', 'El {V} desmontamos {s}.'],
      ['asked', '¿Cuándo hace falta {s}?|El {V}.'],
      ['answer', 'Queda reservado el {V} para {s}.'],
      ['field', 'plazo'],
      ['text', 'La inspección mirará {s} el {V}.'],
    ],
    amount: [
      ['user', 'Para {s} no hay más de {V}.'],
      ['asked', '¿En cuánto está asegurada {s}?|En {V}.'],
      ['text', 'Arreglar {s} saldría por {V}.'],
    ],
    file: [
      ['user', 'Los bocetos de {s} los dejé en {V}.'],
      ['answer', 'En {V} ya constan las medidas de {s}.'],
      ['text', 'Se adjunta {V} con el plano de {s}.'],
    ],
    person: [
      ['user', '{P} se marea con {s}, así que mejor otro turno.'],
      ['user', 'Si algo le pasa a {s}, primero avisad a {P}.'],
      ['text', 'Las llaves de {s} solo las lleva {P}.'],
    ],
    promise: [
      ['user', 'A {P} le aseguré que {s} estaría lista el {V}.'],
      ['answer', 'El {V} le recuerdo a {P} lo de {s}.'],
      ['text', '{P} recoge {s} el {V}.'],
    ],
  },
  first: [
    ['user', 'Para {s} veo {A}.'],
    ['user', 'Encarga {A} para {s}.'],
    ['asked', '¿Qué lleva {s}?|{A}.'],
    ['answer', '{A} va en la lista de {s}.'],
    ['text', 'Tenemos {A} apartado para {s}.'],
  ],
  bare: [
    ['user', '{S} lleva {B}, {P} ya lo cargó.'],
    ['user', 'Cenando salió {B} para {s}.'],
    ['asked', '¿Sigue {s} con {A}?|Va con {B}.'],
    ['answer', '{S}: {B}, apuntado queda.'],
    ['text', '{P} monta {B} en {s} esta semana.'],
  ],
  marked: [
    ['user', 'Olvida {A}, {s} pide {B}.'],
    ['user', 'Me equivoqué con {s}: le toca {B}.'],
    ['answer', 'He tachado {A} en {s} y puesto {B}.'],
    ['text', 'Novedad en {s}: {B}. Devolvimos {A} al almacén.'],
  ],
  remarks: ['¿Qué tal anda {s}?', 'Ayer sacaron fotos de {s}.', 'Otra vez hablan de {s} en el bar.'],
  asks: [
    listed('Dime una cosa:|Por curiosidad,|Mi cuñado pregunta|A ver,|Sinceramente,'),
    listed(
      'por qué el mar huele distinto al alba|cómo se calma a una gaviota|de dónde viene la niebla|por qué los nudos se aflojan solos|qué hace bueno a un caldo|cómo se aprende a esperar',
    ),
    listed('si tienes un rato.|mientras sube la marea.|sin palabras raras.|como a un niño.'),
  ],
  talk: [
    listed('Los viejos cuentan que|En el fondo|Quién lo diría,|En noches tranquilas|Entre nosotros,'),
    listed(
      'el viento avisa antes que el cielo|la prisa espanta más que el ruido|nadie recuerda las calmas|el frío enseña a callar|una mesa llena arregla mucho|la costumbre vale media faena',
    ),
    listed(', y pocos lo notan.|, que ya es bastante.|, al menos hasta el invierno.|, aunque haya quien lo niegue.'),
  ],
  thanks: listed('Pues sí.|Sigue, sigue.|Suena bien.|Vaya, vaya.|Gracias.'),
  dense: listed(
    '{o} descargó {n} kilos en la semana {w}.|{P} apuntó {n} litros a {o} el {D}.|La nota {C} de {o} suma {M}.|Salieron {n} cajas de {o} a las {w}:{t}.|' +
      '{o} volvió {n} minutos tarde el {D}.|{P} abonó {M} por {o} el {D}.|El vale {C} cubre {n} metros de {o}.|{o} gastó {n} bolsas de {w}:{t} a mediodía.|' +
      'El {D} contó {P} {n} piezas en {o}.|El contador de {o} marca {n}{t}.',
  ),
}
