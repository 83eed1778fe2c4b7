import { clientPackage } from '../../../pages/assets.ts'
import { type Block, line, text } from '../blocks.ts'

/** Where the client's package is, and how to see that it came whole. */
export function installingClient(server: string): readonly Block[] {
  const address = `${server === '/' ? '<base address>' : server}${clientPackage.path}`
  return [
    {
      kind: 'folded',
      id: 'client',
      labels: line(
        'TypeScript：套件 @merchant-payment/client',
        'TypeScript: the package @merchant-payment/client',
      ),
      blocks: [
        text(
          '已含簽章、重試、接收通知與帳務，沒有相依套件，適用 Node.js 20 以上、Bun、Deno 與 Workers。npm 上同名或名稱相近的套件與我們無關，' +
            '請由此安裝，並由 `@merchant-payment/client` 匯入：',
          'The package signs, retries, receives callbacks and reads the ledger. It has no ' +
            'dependencies and runs on Node.js 20 or later, Bun, Deno and Workers. Packages with ' +
            'similar names on npm are not ours; install it from here, and import from ' +
            '`@merchant-payment/client`:',
        ),
        {
          kind: 'code',
          caption: line('安裝', 'Install'),
          language: 'text',
          text: `npm install ${address}`,
        },
        text(
          '新的 TypeScript 專案請用套件；`pay.ts` 是給其他語言對照、可複製修改的單一檔案，不必兩者都用。名稱不同處：套件的 ' +
            '`Unanswered` 就是 `pay.ts` 的 `OutcomeUnknown`。',
          'For a new project in TypeScript, use the package. `pay.ts` is one file to copy and change, ' +
            'as there is for each language; you do not need both. The package’s `Unanswered` is what ' +
            '`pay.ts` calls `OutcomeUnknown`.',
        ),
        {
          kind: 'code',
          caption: line('package-lock.json 應有的 integrity', 'The integrity in package-lock.json'),
          language: 'text',
          text: clientPackage.integrity,
        },
        text(
          '檔名隨版本改變，舊檔不保留：請把 .tgz 收進您的儲存庫。所有呼叫與範例在套件的 README。' +
            '`npx merchant-payment listen --forward-to http://localhost:8000/notify` ' +
            '把 `npm start` 收到的通知原樣轉送給您開發中的接收端，' +
            '並說明未被確認的原因。',
          'The file’s name changes with each version and old files are not kept: keep the .tgz in your ' +
            'repository. Its README has all calls and examples. ' +
            '`npx merchant-payment listen --forward-to http://localhost:8000/notify` forwards the callbacks ' +
            'that `npm start` receives, unchanged, to the receiver you are writing, and says why one was ' +
            'not acknowledged.',
        ),
      ],
    },
  ]
}
