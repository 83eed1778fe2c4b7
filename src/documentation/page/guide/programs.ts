import { type Chapter, line, text } from '../blocks.ts'

/** An order from its creation to its look-up, in the reader's language, as a program that runs. */
export const wholeStory: Chapter = {
  id: 'story',
  title: line('程式範例：建立、通知、查詢', 'Code samples: create, callback, query'),
  shortTitle: line('程式範例', 'Code samples'),
  blocks: [
    text(
      '選一次語言，全頁適用；程式的註解是英文。這個程式走完一筆代收，以及一筆回應遺失的代付；簽' +
        '章、逾時重試與驗證都在它引用的檔案裡，可整份複製。',
      'Your choice of language applies to the whole page. This program takes a collection, and ' +
        'a payout whose response is lost, from start to finish. The files it imports handle ' +
        'signing, retries and verification: copy them unchanged.',
    ),
    { kind: 'samples', region: 'story' },
    text(
      '在[第一個請求](#first-steps)的終端機、空的資料夾裡執行。服務不在您的電腦上時，通知送不到 `127.0.0.1`：請以' +
        ' `NOTIFY` 指定[公開的網址](#callback-laptop)。連接埠 8799 被佔用時，先執行 `export PAY_PORT=8800`。',
      'Run it in an empty folder, in the terminal of the [first request](#first-steps). ' +
        'Unless the service runs on your computer, set `NOTIFY` to a ' +
        '[public URL](#callback-laptop): callbacks cannot reach `127.0.0.1`. If port 8799 ' +
        'is taken, run `export PAY_PORT=8800` first.',
    ),
    { kind: 'commands' },
  ],
}
