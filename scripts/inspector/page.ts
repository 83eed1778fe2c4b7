import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Language, languageTags, type Meaning, sayIn } from '../../src/units/language.ts'
import { root } from '../local/environment.ts'
import { signingInBrowsers } from '../signing-in-browsers.mjs'
import { answers } from './answers.ts'

const browser = join(import.meta.dirname, 'browser')

/** The page's style, which has the colours of the service's other pages. */
export async function pageStyle(): Promise<string> {
  const base = await readFile(join(root, 'src/pages/style/base.css'), 'utf8')
  return base + (await readFile(join(browser, 'page.css'), 'utf8'))
}

/** The page's script, with the code that verifies signatures. */
export async function pageScript(): Promise<string> {
  const built = await build({
    entryPoints: [join(browser, 'main.js')],
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    charset: 'utf8',
    ...signingInBrowsers,
  })
  return built.outputFiles[0]?.text ?? ''
}

/** The page in a language; `url` is where it receives callbacks, `uids` those of the merchants that it knows. */
export function pageHtml(language: Language, url: string, uids: readonly string[]): string {
  const say = sayIn(language)
  const other = language === 'zh' ? 'en' : 'zh'
  const options = Object.entries(answers)
    .filter(([kind]) => kind !== 'refused')
    .map(([kind, { says }]) => `<option value="${kind}">${say(says)}</option>`)
  return `<!doctype html>
<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say(words.title)}</title>
<link rel="stylesheet" href="/style.css">
<script src="/page.js" defer></script>
</head>
<body>
<header>
<h1>${say(words.title)}</h1>
<a href="?lang=${other}" lang="${languageTags[other]}" hreflang="${languageTags[other]}">${words.other[language]}</a>
</header>
<main>
<p>${say(words.use)} <code>${url}</code></p>
<form id="settings">
<label>${say(words.answer)} <select id="answer">${options.join('')}</select></label>
<label>${say(words.secret)} <input id="secret" type="password" autocomplete="off" spellcheck="false" aria-describedby="about-secret"></label>
<button type="button" id="clear">${say(words.clear)}</button>
</form>
<p class="quiet" id="about-secret">${say(words.aboutSecret)} ${uids.map((uid) => `<code>${uid}</code>`).join(' ')}</p>
<p id="state" role="status">${say(words.none)}</p>
<noscript><p>${say(words.noScript)}</p></noscript>
<ol id="callbacks" reversed></ol>
</main>
</body>
</html>
`
}

const words = {
  title: { zh: '通知檢視器', en: 'Callback inspector' },
  other: { zh: 'English', en: '中文' },
  use: {
    zh: '建立訂單時以此為 notify_url，收到的通知會列在下面：',
    en: 'Create an order with this as notify_url, and see its callbacks below:',
  },
  answer: { zh: '從現在起回應', en: 'Answer from now on with' },
  secret: { zh: '以此金鑰驗證', en: 'Verify with this secret' },
  aboutSecret: {
    zh: '金鑰只留在這個頁面。空白時使用本機商戶的金鑰：',
    en: 'The secret stays in this page. Where it is empty, those of the local merchants are used:',
  },
  clear: { zh: '清空', en: 'Clear' },
  none: { zh: '還沒有收到通知。', en: 'No callback has come yet.' },
  noScript: { zh: '此頁需要 JavaScript。', en: 'This page needs JavaScript.' },
} satisfies Record<string, Meaning>
