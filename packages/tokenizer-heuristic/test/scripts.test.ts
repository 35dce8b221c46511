import { heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../scripts/tools.mjs'

/** Sentences in scripts of which encodings have few words, and signs that are a token or two each. */
const texts: Readonly<Record<string, string>> = {
  Lao: 'ສະບາຍດີ ຂ້ອຍຊື່ ບຸນມີ ຢູ່ວຽງຈັນ ມື້ນີ້ອາກາດດີຫຼາຍ ພວກເຮົາຈະໄປຕະຫຼາດ',
  Odia: 'ମୁଁ ଓଡ଼ିଶାରେ ରହେ। ଆଜି ପାଗ ଭଲ ଅଛି। ଆମେ ବଜାରକୁ ଯିବା।',
  Sinhala: 'මම ශ්‍රී ලංකාවේ ජීවත් වෙමි. අද කාලගුණය හොඳයි. අපි වෙළඳපොළට යමු.',
  Gurmukhi: 'ਮੈਂ ਅੰਮ੍ਰਿਤਸਰ ਵਿੱਚ ਰਹਿੰਦਾ ਹਾਂ। ਅੱਜ ਮੌਸਮ ਚੰਗਾ ਹੈ। ਚਲੋ ਬਾਜ਼ਾਰ ਚੱਲੀਏ।',
  Khmer: 'ខ្ញុំរស់នៅភ្នំពេញ។ ថ្ងៃនេះអាកាសធាតុល្អណាស់។ យើងទៅផ្សារ។',
  Burmese: 'ကျွန်တော် ရန်ကုန်မှာ နေတယ်။ ဒီနေ့ ရာသီဥတု ကောင်းတယ်။',
  'Hindi with dots below letters': 'मैं कल बाज़ार जाऊँगा और सब्ज़ियाँ खरीदूँगा।',
  'digits of Arabic': 'المبلغ ١٢٬٣٤٥٫٦٧ والهاتف ٠٢١٢٣٤٥٦٧٨٩',
  'digits of Persian': '۱۴۰۴/۰۹/۰۸ ۰۲۱۸۸۷۶۵۴۳۲',
  'digits of Hindi': '२०२६-११-२९ १२३४५६७८९०',
  'digits of Tamil': '௧௨௩௪௫௬௭௮௯௦ ௨௦௨௬',
  'digits of Thai': '๐๒-๑๒๓-๔๕๖๗ ๒๕๖๙',
  'digits of full width': '０３－１２３４－５６７８',
  'signs of full width': '％＆＃＠＊＋＝＄ ＜＞＂＇',
  'ideographic spaces': '項目　　　値　　　単位　　　備考',
}

describe.each(['o200k_base', 'cl100k_base'] as const)('counts against %s', (encoding) => {
  const exact = exactCounter(encoding)

  it.each(Object.entries(texts))("of %s are at least 0.9 of the true count in 'careful'", (_, text) => {
    const long = `${text}\n`.repeat(30)
    expect(heuristic({ mode: 'careful', encoding }).count(long) / exact(long)).toBeGreaterThanOrEqual(0.9)
  })

  it('of Khmer and Burmese are no more than 1.4 times the true one', () => {
    for (const name of ['Khmer', 'Burmese']) {
      const text = texts[name] ?? ''
      expect(heuristic({ mode: 'careful', encoding }).count(text) / exact(text)).toBeLessThanOrEqual(1.4)
    }
  })
})
