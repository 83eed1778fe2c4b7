import type { Child } from 'hono/jsx'
import { type Language, languageTags, sayIn } from '../units/language.ts'
import { assetPath } from './assets.ts'
import { written } from './parts.tsx'

/** A page's language, and the path below which the members' pages are. */
export type Frame = { readonly language: Language; readonly base: string }

type DocumentProps = {
  readonly frame: Frame
  readonly title: string
  /** The query of the page's own address, without `lang`. */
  readonly query?: Readonly<Record<string, string>>
  readonly head?: Child
  /** More elements of the header. */
  readonly bar?: Child
  readonly children: Child
}

/** Renders a whole page, with its doctype. */
export function documentOf(props: DocumentProps): string {
  return `<!doctype html>\n${(<Document {...props} />).toString()}`
}

function Document({ frame, title, query = {}, head, bar, children }: DocumentProps) {
  const { links, heading, footer } = shells[frame.language]
  return (
    <html lang={languageTags[frame.language]}>
      <head>
        {links}
        <title>{title}</title>
        {head}
      </head>
      <body>
        <header>
          {heading}
          {bar}
          <LanguageSwitch frame={frame} query={query} />
        </header>
        <main>{children}</main>
        {footer}
      </body>
    </html>
  )
}

// What all pages of a language have, written once.
const shells = { zh: shellIn('zh'), en: shellIn('en') }

function shellIn(language: Language) {
  const say = sayIn(language)
  return {
    links: written(
      <>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="stylesheet" href={assetPath('member.css')} />
        <link rel="icon" type="image/svg+xml" href={assetPath('icon.svg')} />
      </>,
    ),
    heading: written(<h1>{say({ zh: '付款', en: 'Payment' })}</h1>),
    footer: written(
      <footer>
        <p>
          {say({
            zh: '本頁不會要求您輸入網路銀行密碼、卡號或簡訊驗證碼。',
            en: 'This page never asks for a banking password, a card number or a text-message code.',
          })}
        </p>
      </footer>,
    ),
  }
}

// The address is relative, so that a notice is the same text at every path.
function LanguageSwitch({ frame, query }: Required<Pick<DocumentProps, 'frame' | 'query'>>) {
  const other = frame.language === 'zh' ? 'en' : 'zh'
  const lang = { zh: 'zh-TW', en: 'en' }[other]
  return (
    <a
      class="language"
      href={`?${new URLSearchParams({ ...query, lang })}`}
      hreflang={languageTags[other]}
      lang={languageTags[other]}
    >
      {other === 'zh' ? '中文' : 'English'}
    </a>
  )
}
