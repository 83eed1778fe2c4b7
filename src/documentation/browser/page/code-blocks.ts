import { copyButton, element } from '../elements.ts'

// The keywords of all languages together: a keyword of one language is rare as a name in another.
const keywords =
  'abstract|and|as|async|await|boolean|break|byte|case|catch|class|const|continue|def|default|defer|done|do|' +
  'elif|else|enum|except|export|extends|false|final|finally|fn|foreach|for|from|func|function|go|if|implements|' +
  'import|int|interface|in|is|local|long|match|namespace|new|nil|none|None|not|null|or|package|private|protected|' +
  'public|raise|readonly|record|return|sealed|static|string|struct|switch|then|this|throws|throw|True|False|true|' +
  'try|type|using|use|var|void|while|with|yield'

/** Gives a block of code its colours and a button that copies it. */
export function dress(code: HTMLElement): void {
  const pre = code.parentElement
  if (pre === null) return
  code.replaceChildren(...coloured(code.textContent ?? '', code.dataset.language ?? ''))
  const box = element('div', { class: 'coded' })
  pre.replaceWith(box)
  box.append(
    pre,
    copyButton(() => pre.textContent ?? '', { class: 'copy' }),
  )
}

/** Code with its strings, comments, numbers and keywords as elements; text without a language is unchanged. */
export function coloured(text: string, language: string): readonly (Node | string)[] {
  if (language === 'text' || language === 'http') return [text]
  const comment = /^(?:python|bash)$/.test(language)
    ? '#[^\\n]*'
    : `${language === 'php' ? '#(?!\\[)[^\\n]*|' : ''}\\/\\/[^\\n]*|\\/\\*[^]*?\\*\\/`
  const string =
    '"""[^]*?"""|"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`'
  const token = new RegExp(
    `(${string})|((?:^|(?<=[\\s;{(]))(?:${comment}))|\\b(\\d[\\d_.]*)\\b|\\b(${keywords})\\b`,
    'gm',
  )
  const parts: (Node | string)[] = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const isName = language === 'json' && text.startsWith(':', match.index + match[0].length)
    const kind = isName ? 'w' : ['t', 'r', 'd', 'w'].find((_, n) => match[n + 1] !== undefined)
    parts.push(text.slice(end, match.index), element('span', { class: kind ?? '' }, match[0]))
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}
