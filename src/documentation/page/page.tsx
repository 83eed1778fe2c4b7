import type { Child } from 'hono/jsx'
import { assetPath } from '../../pages/assets.ts'
import { type Language, languageTags, type Say, sayIn } from '../../units/language.ts'
import { versions } from '../versions.ts'
import type { Deployment, View } from './blocks.ts'
import { changeLog } from './changes.ts'
import { guideOf, referenceOf } from './chapters.ts'
import { Contents, Files } from './contents.tsx'
import { ChapterSection } from './parts/draw.tsx'
import { SearchBox } from './parts/search-box.tsx'

/** The documentation for people, complete on one page (§9.1), in one language: a guide, then the reference. */
export function documentationPage(
  language: Language,
  code: string,
  deployment: Deployment,
): string {
  const say = sayIn(language)
  const view: View = { language, say, code }
  const guide = guideOf(deployment)
  const reference = referenceOf()
  const page = (
    <html lang={languageTags[language]}>
      <Head path="/docs" language={language}>
        <script
          type="module"
          src={assetPath('docs.js')}
          data-tools={assetPath('tools.js')}
          data-search={assetPath('search.js')}
        />
      </Head>
      <body>
        <a class="skip" href="#overview">
          {say(skip)}
        </a>
        <Header language={language} say={say} />
        <Contents guide={guide} reference={reference} language={language} />
        <main>
          {[...guide, ...reference].map((chapter) => (
            <ChapterSection chapter={chapter} view={view} />
          ))}
        </main>
      </body>
    </html>
  )
  return `<!doctype html>\n${page}`
}

/** The dated change log, on a page of its own, in one language. */
export function changesPage(language: Language): string {
  const say = sayIn(language)
  const page = (
    <html lang={languageTags[language]}>
      <Head path="/docs/changes" language={language} />
      <body>
        <header>
          <h1>{say(title)}</h1>
          <a href={`/docs?lang=${language}`}>{say(back)}</a>
          <OtherLanguage path="/docs/changes" language={language} />
        </header>
        <main>
          <ChapterSection chapter={changeLog} view={{ language, say, code: '' }} />
        </main>
      </body>
    </html>
  )
  return `<!doctype html>\n${page}`
}

function Head({
  path,
  language,
  children,
}: {
  path: string
  language: Language
  children?: Child
}) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${sayIn(language)(title)} ${versions.page}`}</title>
      <link rel="stylesheet" href={assetPath('docs.css')} />
      <link rel="alternate" hreflang={languageTags.zh} href={`${path}?lang=zh`} />
      <link rel="alternate" hreflang={languageTags.en} href={`${path}?lang=en`} />
      {children}
    </head>
  )
}

function Header({ language, say }: { language: Language; say: Say }) {
  return (
    <header>
      <h1>{say(title)}</h1>
      <SearchBox say={say} />
      <Files language={language} />
      <OtherLanguage path="/docs" language={language} />
    </header>
  )
}

function OtherLanguage({ path, language }: { path: string; language: Language }) {
  const other = language === 'zh' ? 'en' : 'zh'
  const tag = languageTags[other]
  return (
    <a class="language" href={`${path}?lang=${other}`} hreflang={tag} lang={tag}>
      {other === 'zh' ? '繁體中文' : 'English'}
    </a>
  )
}

export const title = { zh: '商戶支付 API', en: 'Merchant Payment API' }
const skip = { zh: '跳到內容', en: 'Skip to content' }
const back = { zh: '回到文件', en: 'Back to the documentation' }
