import { clientPackage } from '../../../pages/assets.ts'
import { type Block, heading, line, text } from '../blocks.ts'

/** Where the client's package is, and how to see that it came whole. */
export function installingClient(server: string): readonly Block[] {
  const address = `${server === '/' ? '<base address>' : server}${clientPackage.path}`
  return [
    heading('client', 'TypeScript 套件', 'TypeScript package'),
    text(
      '已含簽章、重試、接收通知與帳務，沒有相依套件，適用 Node.js 20 以上、Bun、Deno 與 Workers。npm 上同名或名稱相近的套件與我們無關，' +
        '請由此安裝：',
      'The package signs, retries, receives callbacks and reads the ledger. It has no ' +
        'dependencies and runs on Node.js 20 or later, Bun, Deno and Workers. Packages with ' +
        'similar names on npm are not ours; install it from here:',
    ),
    {
      kind: 'code',
      caption: line('安裝', 'Install'),
      language: 'text',
      text: `npm install ${address}`,
    },
    {
      kind: 'folded',
      labels: line('雜湊值、版本與轉送通知', 'Its hash, its versions, and forwarding callbacks'),
      blocks: [
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
