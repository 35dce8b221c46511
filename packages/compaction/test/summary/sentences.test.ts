import { extractSummary } from '@lamella/compaction/summary'
import { describe, expect, it } from 'vitest'

/** The lines of users in a summary of one message, which has a line for each sentence. */
const sentencesOf = (content: string): readonly string[] =>
  extractSummary([{ role: 'user', content }]).lines.flatMap(({ section, text }) => (section === 'users' ? [text] : []))

describe('the sentences of a text', () => {
  // Source: Unicode 17, Sentence_Break=STerm.
  it.each([
    ['Urdu', 'میرا آرڈر نمبر 4711 ہے۔', 'میرا نام احمد رضا ہے۔'],
    ['Hindi', 'मेरा ऑर्डर नंबर 4711 है॥', 'मेरा नाम अनुराधा है।'],
    ['Armenian', 'Պատվերի համարը 4711 է։', 'Իմ անունը Անի Պետրոսյան է։'],
    ['Amharic', 'የትዕዛዝ ቁጥሬ 4711 ነው።', 'ስሜ አበበ ከበደ ነው።'],
    ['Burmese', 'အော်ဒါနံပါတ် 4711 ဖြစ်ပါတယ်။', 'ကျွန်တော့်နာမည် အောင်ကျော်ပါ။'],
    ['Khmer', 'លេខបញ្ជាទិញគឺ 4711។', 'ខ្ញុំឈ្មោះ សុខា។'],
    ['Chinese', '订单号是4711！？', '我叫王秀英。'],
  ])('end at the full stop of %s, with or without a space', (_, one, other) => {
    expect(sentencesOf(`${one} ${other}`)).toEqual([one, other])
    expect(sentencesOf(`${one}${other}`)).toEqual([one, other])
  })

  it.each([['王老师说：“明天交作业。”他又说：“不要忘记带书。”'], ['部長は「明日の会議は中止です。」と言いました。']])(
    'are not torn at the end of a quotation that is a part of them: %s',
    (said) => {
      expect(sentencesOf(`订单号是4711。${said}`)).toEqual(['订单号是4711。', said])
    },
  )

  it('end after a quotation, with the quotation marks of any language', () => {
    expect(
      sentencesOf(
        'Er sagte: „Der Zug fährt um acht.“ Danach ging er weg. Il dit : « Le train part demain. » Voilà toute la réponse.',
      ),
    ).toEqual([
      'Er sagte: „Der Zug fährt um acht.“',
      'Danach ging er weg.',
      'Il dit : « Le train part demain. »',
      'Voilà toute la réponse.',
    ])
    expect(sentencesOf('Wir warten hier. »Komm mit!« rief sie.')).toEqual(['Wir warten hier.', '»Komm mit!« rief sie.'])
  })
})
