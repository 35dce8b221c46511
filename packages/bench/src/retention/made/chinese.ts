import { listed, type Wording } from './words.ts'

/** An observatory that shows visitors the sky. */
export const chinese: Wording = {
  name: '天文台',
  system: '你协助一座天文台。请简短友好地回答。',
  article: '',
  space: '',
  subjects: listed(
    '主镜罩|圆顶马达|星空厅|导星相机|观众席|资料库房|赤道仪|停车坡道|日晷广场|望远镜推车|流星雨之夜|太阳滤镜|讲解耳机|气象桅杆|光谱仪|' +
      '值班宿舍|茶水间|校车路线|穹幕投影|纪念品柜|暗室|发电机|登山步道|月球沙盘|志愿者名册|陨石展柜|避雷针|旧目镜|学生竞赛|售票窗口|' +
      '除湿机|天台栏杆|冬令营|石英钟|电梯井|星图墙|火箭模型|备用电池|围墙灯|访客手册',
  ),
  people: listed('欧阳岚|纪明远|蒙塔里|司徒静|沈嘉禾|阿依古丽|秦牧之|罗莎'),
  before: listed('帆布|橡木|黄铜|瓷砖|毛毡|竹片|石膏|铁皮|软木'),
  after: listed('亚麻|胡桃木|碳纤维|水磨石|绒布|藤条|树脂|钛板|玻璃砖'),
  day: (draw) => `${1 + draw.below(12)}月${1 + draw.below(28)}日`,
  amount: (draw) => `${2 + draw.below(90)}00元`,
  file: (draw) => `tai/${draw.pick(listed('tuzhi|zhangmu|zhiban'))}-${100 + draw.below(900)}.docx`,
  facts: {
    code: [
      ['user', '{s}在馆藏里登记为{V}。'],
      ['answer', '{s}的工单我开成了{V}。'],
      ['field', 'bianhao'],
      ['text', '关于{s}的回执号：{V}。'],
    ],
    day: [
      ['user', '{s}得赶在{V}前装好。'],
      ['asked', '{s}什么时候要用？|{V}。'],
      ['field', 'riqi'],
      ['text', '消防队{V}来检查{s}。'],
    ],
    amount: [
      ['user', '花在{s}上的不能多过{V}。'],
      ['asked', '{s}保了多少钱？|{V}。'],
      ['text', '修理{s}需要{V}。'],
    ],
    file: [
      ['user', '{s}的草图我放进了{V}。'],
      ['answer', '{V}里已补上{s}的尺寸。'],
      ['text', '{s}的拆装方法见{V}。'],
    ],
    person: [
      ['user', '{s}要是出毛病，先打给{P}。'],
      ['text', '除了{P}，谁也别碰{s}。'],
    ],
    promise: [
      ['user', '我答应过{P}，{V}把{s}交给他。'],
      ['answer', '{V}我会提醒{P}看看{s}。'],
      ['text', '{P}将于{V}取走{s}的工具。'],
    ],
  },
  first: [
    ['user', '{s}我想用{A}。'],
    ['user', '给{s}订{A}吧。'],
    ['asked', '{s}打算用什么？|{A}。'],
    ['answer', '{s}那一栏写上了{A}。'],
    ['text', '为{s}准备的{A}到了。'],
  ],
  bare: [
    ['user', '{s}用{B}，{P}已经搬上去了。'],
    ['user', '晚饭时大家说好{s}用{B}。'],
    ['asked', '{s}还是{A}吗？|用{B}。'],
    ['answer', '{s}：{B}，已经记好。'],
    ['text', '{P}这周给{s}装{B}。'],
  ],
  marked: [
    ['user', '别管{A}了，{s}要{B}。'],
    ['user', '{s}的事我弄错了，该用{B}。'],
    ['answer', '我把{s}的{A}划掉，写上{B}。'],
    ['text', '{s}有变动：{B}。{A}退回仓库。'],
  ],
  remarks: ['{s}看着怎么样？', '昨天有孩子夸了{s}。'],
  asks: [
    listed('话说，|突然想到，|我妈让我问，|老实讲，'),
    listed('人为什么爱看日落|怎么跟猫讲道理|夜里的山为何显得更远|安静久了会不会害怕|笑话为什么越讲越冷|怎样才算睡得好'),
    listed('，不急。|，随便聊聊。|，说给小孩听那样。'),
  ],
  talk: [
    listed('老前辈常说，|奇怪的是，|晴朗的夜里，|说到底，|别处也一样，'),
    listed(
      '心急的人总看不清楚|风小的时候话也变少|灯一暗大家就坐近了|热茶能解决大半的争执|脚步声比钟声传得远|习惯比天赋更牢靠',
    ),
    listed('。|，可惜很少有人留意。|，就让它这样吧。|，信不信由你。'),
  ],
  thanks: listed('这样啊。|接着说。|有道理。|谢谢。'),
  dense: [],
}
