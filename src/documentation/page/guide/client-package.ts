import { clientPackage } from '../../../pages/assets.ts'
import { type Block, line, text } from '../blocks.ts'

/** The address of the client's package, and how to verify the download. */
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
          '內含簽章、重試、接收通知與帳務，沒有相依套件，適用 Node.js 20 以上、Bun、Deno 與 Workers。npm 上' +
            '名稱相近的套件與我們無關，請從這裡安裝，再由 `@merchant-payment/client` 匯入：',
          'The package signs, retries, receives callbacks and reads the ledger. It has no ' +
            'dependencies and runs on Node.js 20 or later, Bun, Deno and Workers. Packages with ' +
            'similar names on npm are not ours: install it from here, and import from ' +
            '`@merchant-payment/client`:',
        ),
        {
          kind: 'code',
          caption: line('安裝', 'Install'),
          language: 'text',
          text: `npm install ${address}`,
        },
        text(
          '新的 TypeScript 專案請用套件；`pay.ts` 是各語言都有的單一檔案，供複製修改，不必兩者都用。套件的 ' +
            '`Unanswered` 就是 `pay.ts` 的 `OutcomeUnknown`。',
          'For a new TypeScript project, use the package. `pay.ts` is the single file to copy ' +
            'that every language has; you do not need both. The error `Unanswered` of the ' +
            'package is called `OutcomeUnknown` in `pay.ts`.',
        ),
        {
          kind: 'code',
          caption: line('package-lock.json 應有的 integrity', 'The integrity in package-lock.json'),
          language: 'text',
          text: clientPackage.integrity,
        },
        text(
          '檔名隨版本改變，舊檔不保留：請把 .tgz 收進您的儲存庫。所有呼叫與範例見套件的 README。' +
            '`npx merchant-payment listen --forward-to http://localhost:8000/notify` 把 `npm start` 的通知原' +
            '樣轉送到您的接收端，並說明為何沒有被確認。',
          'The file name changes with each version and old files are removed, so commit the ' +
            '.tgz to your repository. The package’s README lists all calls, with examples. `npx ' +
            'merchant-payment listen --forward-to http://localhost:8000/notify` forwards the ' +
            'callbacks of `npm start` unchanged to your receiver, and reports why one was not ' +
            'acknowledged.',
        ),
      ],
    },
  ]
}
