/** A block of code on the page. */
type PageCode = {
  readonly language: string
  readonly fits: string | undefined
  readonly region: string | undefined
  readonly text: string
}

/** Every block of code on a page, in its order, as a reader copies it. */
export function codeOn(html: string): readonly PageCode[] {
  return [...html.matchAll(/<pre[^>]*><code([^>]*)>([^<]*)<\/code><\/pre>/g)].map(
    ([, attributes = '', text = '']) => ({
      language: attributeIn(attributes, 'data-language') ?? '',
      fits: attributeIn(attributes, 'data-fits'),
      region: attributeIn(attributes, 'data-region'),
      text: unescaped(text),
    }),
  )
}

/** The text of a page outside of its code, one element's after the other. */
export function wordsOn(html: string): readonly string[] {
  const prose = html.replaceAll(/<(code|pre|svg)\b.*?<\/\1>/gs, '\u0000').replace(/^.*?<body>/s, '')
  const texts = prose.split(/<[^>]*>/).map((text) => unescaped(text).trim())
  return texts.filter((text) => text !== '')
}

function attributeIn(attributes: string, name: string): string | undefined {
  const value = new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

function unescaped(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name) => characters[name] ?? '')
}
