import { beforePrograms, programCommands } from '../../samples/program-commands.ts'
import { sampleAddress, sampleLanguages } from '../../samples/samples.ts'
import { type Block, line, text } from '../blocks.ts'

/** How a whole program is tried, in each language. */
export const tryingPrograms: Block = {
  kind: 'folded',
  labels: line('完整的檔案與程式', 'Whole files and programs'),
  blocks: [
    text(
      `各檔案可直接複製：${filesIn('、')}。以下在空的資料夾與[第一個請求](#first-steps)的終端機執行；` +
        '服務在本機執行時，程式另接受 `story`（從代收到對帳）與 `listen 8799`（接收通知）。',
      `Each file can be copied as it is: ${filesIn(', ')}. Run the following in an empty folder, in ` +
        'the terminal of the [first request](#first-steps). Where the service runs on your computer, the ' +
        'program also takes `story`, from a collection to the ledger, and `listen 8799`, which receives callbacks.',
    ),
    {
      kind: 'code',
      caption: line('取得並執行', 'Get it and run it'),
      language: 'text',
      text: [beforePrograms, ...Object.values(programCommands)].join('\n\n'),
    },
  ],
}

function filesIn(comma: string): string {
  return sampleLanguages
    .flatMap(({ files }) => files)
    .map((file) => `[${file.path.slice(file.path.lastIndexOf('/') + 1)}](${sampleAddress(file)})`)
    .join(comma)
}
