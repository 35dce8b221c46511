/**
 * For each pair of letters, a bit for each third one that is common after it: the 3,000 most frequent triples in the vocabulary
 * of cl100k_base. Written by `scripts/pairs.mjs`. Do not edit.
 */
const rows =
  '2t4x auwbb b1y1h c3y1p 1kw e1ps vivl 35s1 jz2g cnl gv0x exsov 6t5f wbm9p 0 akbkh mh34 btlkv b49sl b6851 5jomk 9zy8j 5tld 7k 63v7 tz501 ajlfy 9zztc 0 1 ajhml 0 0 0 k8kd g 0 amfbl 74 1 jx1cb 1 0 mtxt caok 6bl ajkoc 74 0 0 b8qo 0 2g3n2 0 mtxt 0 l197 1s 0 16rdd 1tz5l 0 ahqaf sg7l pag b8jk 4ycxp amrr4 mh34 amfbl 1ekg0 fup01 ki6q 0 0 0 4 0 btkpa 9zy11 35vl 8h79 6trwf 74 g 0 2ggan mh35 0 9zllc 7l h 3pemu 35s0 0 amfbl b8k0 9zy4g kob9 7l 75 0 6bk 0 2g4j0 vyfl b0jh1 av2or lsu18 16jht apbo1 cup 1sx9o g 5m9s cd2d9 a6cyf mevb1 vvaa 16jkh mh34 exz3z b46n1 exy9r jr4g cup 9kt3 yrv9 2nv9u g 2ff9q 0 0 0 31vdr 60q8 0 0 6smta 0 0 amfbl b8jk 0 5v9qc 0 0 mtxt g 2hwk0 jvv8 0 0 0 74 0 kjvb4 0 cn4 0 6t2q3 2t4w 2uxc bms3 1t6pj 0 0 amfbl cnl sjdd 2fnyh 74 0 mtxt b8jk dj4 ajklt 0 0 0 0 0 4y04e cn4 0 2t4x jakgt 0 0 0 1tz7j 0 0 9zllc h cu8 4ycrg 0 0 cup 0 gy6p jxhe 0 0 0 6bk8 0 jz2a pc0h b65qp 7cnkp 4x7ho axu7l viz5 0 0 sg 7k b3evt t8pf ceolb 16cyg i1sh mh34 b680t 17j5p xnhjp 5pfk cup 0 b8k0 0 jzjm9 6ciro 0 0 0 31qmc 0 0 0 0 0 0 0 0 0 auohu 1s mh34 0 cn4 0 8qh4 0 0 0 0 0 e81s cn4 cn4 0 ajh94 0 2t4w 0 hs0s 0 0 9zlld 0 cuo v5z4 0 0 0 0 35s0 pa8 0 1 0 0 0 13wkb2 mio1 mtts 8ykx jxqwv 0 35s0 0 lrqm7 0 7k cd3wz cnk 28 exwen b8nl 0 g ble8 auutt 5jqe7 7l 1 0 hts0 0 zj7ik vh95 0 0 820yl cn4 0 0 pivdp 0 0 0 amfbl 5mgw 2fr4e b64y9 0 0 b8ls 0 jz0k 0 0 0 5m9s 0 2g4lq mh35 b0ioh c4myf jx1ml 37kh 16mr7 h re1z1 mtqo 5ssw 9zy8g h amfbl 4ycr2 pa81 mh34 g 3mf91 exry1 5kawh cup 74 0 boch 0 jvv0 13qqb 16is5 as1ln 55lb4 b8s0 av2oh j5t jvv0 g s3kh ccapn a6cz7 cg1vj kp60 b6xel 0 dp0u7 14e51 aju7l 1tjda 7l h2xl 9zllc 5pg1 0 dok7i cn4 cu8 co1 k8kd 0 0 a3gnl 5kqho 0 0 axnv5 g 28 3pc7g a8f85 0 cup aau8g auutt kl5e 0 0 0 e1og 0 0 0 0 0 0 0 0 0 0 0 0 74 0 0 0 0 0 b8jk b8jk 0 cup 0 0 0 0 0 yy7su 9zy81 mvm9 5z4h jz5z3 mvip c0zrn cn5 qq6bj 0 5mhc a5kih sg7l 62a9 jxs33 35w4 0 amfbl y2l5 b6egl hvfb 1sh 75 0 hwxu 0 cfp7y 9zldt por5 75 hgwhr mtqo 0 pq8j qs9dr 0 aggep amfbl 5z4h mtqp 1zlf3 3dzl mio0 5 dfvap av5wd 9g1r 1s cup 0 5vr8 0 g6kj2 9zzlt mvep cup 9z7gd cu8 0 auzh5 lt5z3 0 0 a04k1 cc29 mtqp 3pfgf vapt 0 b3bpx b8ra a94i9 koij 75 cup b8jk qvk 0 e9mw h05u bb85 9zyah 1728o x s3pt 0 1tjbx 0 g b47cp 6xw3 3pcal xpmo hyjf 0 btif3 1432v b6u9p 74 g 0 0 0 jz6rk 5joqu 1 0 0 ajkr1 0 0 0 1t6ql 0 0 g 0 0 10lc4 0 0 0 0 0 1kw 0 0 0 0 0 bt5qa 9zlds cn4 0 1hlp7 0 0 9zy8h jwos 0 0 g cn4 gweo pxxc 0 0 cup g 3k 0 0 2hwcg 0 0 0 5pfo 0 1ow 0 8k5o w 0 74 hgxw 0 0 0 1kw 0 0 37kh 0 0 0 23uwj 1 0 0 4zsow 0 0 311c cnk ebk 2t4w jvvd 0 0 0 6c8 0 0 19b0w 11xu b8jp pgjk blht 0 74 cnbk b4 0 0 cn5 0 9zlds 0 e1oi 0 0 0 8ydk 0 0 0 19u8 0 0 0 0 0 iyo 0 0 0 0 0 2t4w 0 0 0 0 1kx'
    .split(' ')
    .map((row) => Number.parseInt(row, 36))

/**
 * Returns how many triples of neighbours among ASCII letters hardly ever occur in English or code: most words of other
 * languages have one.
 */
export function rareTriples(text: string, from: number, to: number): number {
  let found = 0
  let pair = 0
  for (let at = from; at < to; at++) {
    const letter = (text.charCodeAt(at) | 32) - 97
    if (at > from + 1) found += 1 - (((rows[pair] as number) >> letter) & 1)
    pair = (pair % 26) * 26 + letter
  }
  return found
}
