/** An element of the page, or its text. */
type Piece = string | Element
type Element = {
  readonly tag: string
  readonly attributes: string
  readonly children: readonly Piece[]
}

/**
 * Pages as Markdown: the title of the first and all that is in their `<main>`, in their own order. It is made of the
 * pages' HTML, so that it cannot say anything else. Links to a place on the page lead to `page`, an address.
 */
export function markdownOf(pages: readonly string[], page: string): string {
  const title = /<h1>(.*?)<\/h1>/s.exec(pages[0] ?? '')?.[1] ?? ''
  const mains = pages.map((html) => /<main>(.*)<\/main>/s.exec(html)?.[1] ?? '')
  const blocks = mains.flatMap((main) => blocksOf(piecesOf(main), page))
  return `${[`# ${unescaped(title)}`, ...blocks].join('\n\n')}\n`
}

const empty = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])
// Pictures have captions, and their facts are in the tables beside them; the rest is for hands.
const unseen = new Set(['svg', 'button', 'noscript', 'script', 'form'])

// The page is written by ourselves: each element is closed, in order.
function piecesOf(html: string): Piece[] {
  const stack: { tag: string; attributes: string; children: Piece[] }[] = []
  const top: Piece[] = []
  for (const [text, closing, tag = '', attributes = ''] of html.matchAll(token)) {
    const into = stack.at(-1)?.children ?? top
    if (tag === '') into.push(unescaped(text))
    else if (closing === '/') stack.pop()
    else {
      const element = { tag, attributes, children: [] }
      into.push(element)
      if (!empty.has(tag) && !attributes.endsWith('/')) stack.push(element)
    }
  }
  return top
}

const token = /<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>|[^<]+/gi

function blocksOf(pieces: readonly Piece[], page: string): string[] {
  const blocks: string[] = []
  let run: Piece[] = []
  const endRun = () => {
    const text = inline(run, page).trim()
    if (text !== '') blocks.push(text)
    run = []
  }
  for (const piece of pieces) {
    const made = typeof piece === 'string' ? null : blockOf(piece, page)
    if (made === null) run.push(piece)
    else {
      endRun()
      blocks.push(...made)
    }
  }
  endRun()
  return blocks
}

// Null for what stands within a line.
function blockOf({ tag, attributes, children }: Element, page: string): string[] | null {
  if (unseen.has(tag)) return []
  if (/^h[2-6]$/.test(tag)) return [`${'#'.repeat(Number(tag[1]))} ${inline(children, page)}`]
  switch (tag) {
    case 'ul':
    case 'ol':
      return [listOf(children, page, tag === 'ol')]
    case 'table':
      return [tableOf(children, page)]
    case 'pre':
      return [codeOf(children)]
    case 'summary':
    case 'figcaption':
      return [`**${inline(children, page).trim()}**`]
    case 'p':
      return [inline(children, page).trim()].filter((text) => text !== '')
    case 'section':
    case 'article':
    case 'div':
    case 'details':
    case 'figure':
    case 'dl':
      return attributes.includes('hidden') ? [] : blocksOf(children, page)
    default:
      return null
  }
}

function listOf(children: readonly Piece[], page: string, isOrdered: boolean): string {
  const items = children.filter((one) => typeof one !== 'string')
  const texts = items.map(({ children: inner }, at) => {
    const mark = isOrdered ? `${at + 1}. ` : '- '
    const text = blocksOf(inner, page).join('\n\n')
    return mark + text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`)
  })
  return texts.join('\n')
}

function tableOf(children: readonly Piece[], page: string): string {
  const rows = elementsIn(children, 'tr').map(({ children: cells }) => {
    const texts = cells.filter((one) => typeof one !== 'string')
    return texts.map((cell) => cellOf(cell, page))
  })
  const [head = [], ...body] = rows
  const lines = [head, head.map(() => '---'), ...body]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

// A list in a cell is written on one line: Markdown's tables have no other form.
function cellOf({ children }: Element, page: string): string {
  const items = elementsIn(children, 'li')
  const texts = items.length === 0 ? [children] : items.map((item) => item.children)
  const text = texts.map((one) => inline(one, page).trim()).join('; ')
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')
}

function elementsIn(pieces: readonly Piece[], tag: string): Element[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return []
    return piece.tag === tag ? [piece] : elementsIn(piece.children, tag)
  })
}

function codeOf(children: readonly Piece[]): string {
  const [code] = elementsIn(children, 'code')
  const language = /data-language="([^"]*)"/.exec(code?.attributes ?? '')?.[1] ?? ''
  const text = textIn(children).replace(/\n$/, '')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function inline(pieces: readonly Piece[], page: string): string {
  return pieces.map((piece) => inlineOf(piece, page)).join('')
}

function inlineOf(piece: Piece, page: string): string {
  if (typeof piece === 'string') return piece.replaceAll(/[*<[\]]/g, '\\$&')
  const { tag, attributes, children } = piece
  if (unseen.has(tag)) return ''
  if (tag === 'br') return '\n'
  if (tag === 'code') return `\`${textIn(children)}\``
  const text = inline(children, page)
  if ((tag === 'strong' || tag === 'b') && text !== '') return `**${text}**`
  if (tag !== 'a') return text
  const href = unescaped(/href="([^"]*)"/.exec(attributes)?.[1] ?? '')
  return `[${text}](${href.startsWith('#') ? `${page}${href}` : new URL(href, page).href})`
}

function textIn(pieces: readonly Piece[]): string {
  return pieces.map((one) => (typeof one === 'string' ? one : textIn(one.children))).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (one) => entities[one] ?? one)
}
