/** A part of a text: plain, code, strong, or a link, whose name may have code in it. */
type Piece =
  | { readonly kind: 'plain' | 'code' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

// Names of the contract are code without being marked: its texts, which OpenAPI has too, have no marks.
const identifiers = new RegExp(
  String.raw`(?<![\w/.:-])((?:\w+\.)*[a-z][a-z0-9]*(?:_[a-z0-9]+)+|(?:collection|payout|data)\.[a-z_]+|` +
    String.raw`webhook-(?:id|timestamp|signature|attempt)|orderid)(?![\w/:-])`,
  'g',
)

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([#/][^)]*)\)/g

/** The parts of a text with `code`, **strong text** and [links](#anchor). */
export function piecesOf(labels: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const plain = (to: number) => {
    const parts = labels.slice(end, to).split(identifiers)
    for (const [n, text] of parts.entries()) {
      if (text !== '') pieces.push({ kind: n % 2 === 0 ? 'plain' : 'code', text })
    }
  }
  for (const { 0: whole, 1: code, 2: strong, 3: name, 4: href, index } of labels.matchAll(marks)) {
    plain(index)
    if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else if (strong !== undefined) pieces.push({ kind: 'strong', text: strong })
    else pieces.push({ kind: 'link', text: name ?? '', href: href ?? '' })
    end = index + whole.length
  }
  plain(labels.length)
  return pieces
}

/** A text with its marks as elements. */
export function Inline({ text }: { text: string }) {
  return (
    <>
      {piecesOf(text).map((piece) => {
        if (piece.kind === 'link') {
          return (
            <a href={piece.href}>
              <Inline text={piece.text} />
            </a>
          )
        }
        if (piece.kind === 'code') {
          return <code class={piece.text.length > 34 ? 'long' : undefined}>{piece.text}</code>
        }
        return piece.kind === 'strong' ? <strong>{piece.text}</strong> : piece.text
      })}
    </>
  )
}
