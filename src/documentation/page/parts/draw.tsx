import type { Say } from '../../../units/language.ts'
import type { Block, ChapterWords, CodeBlock, View } from '../blocks.ts'
import { Picture } from '../pictures/picture.tsx'
import { Inline } from './inline.tsx'
import { Samples } from './samples.tsx'
import { Table } from './table.tsx'
import { TryIt } from './try-it.tsx'

/** A chapter: its heading, which can be linked to, and its blocks. */
export function Chapter({ of, view }: { of: ChapterWords; view: View }) {
  const { say } = view
  return (
    <section>
      <h2 id={of.id}>
        <a href={`#${of.id}`}>{say(of.title)}</a>
      </h2>
      <Blocks of={of.blocks} view={view} />
    </section>
  )
}

/** Blocks, one below the other. */
export function Blocks({ of, view }: { of: readonly Block[]; view: View }) {
  return (
    <>
      {of.map((block) => (
        <Drawn block={block} view={view} />
      ))}
    </>
  )
}

/** What is closed until it is asked for. A browser opens it when a link leads to something in it. */
export function Folded({
  id,
  title,
  children,
}: {
  id?: string
  title: string
  children?: unknown
}) {
  return (
    <details>
      <summary>{title}</summary>
      <div id={id}>{children}</div>
    </details>
  )
}

function Drawn({ block, view }: { block: Block; view: View }) {
  const { say } = view
  switch (block.kind) {
    case 'text':
      return (
        <p>
          <Inline of={say(block.words)} />
        </p>
      )
    case 'note':
      return (
        <p class="note">
          <Inline of={say(block.words)} />
        </p>
      )
    case 'heading':
      return (
        <h3 id={block.id}>
          <a href={`#${block.id}`}>{say(block.words)}</a>
        </h3>
      )
    case 'steps':
      return <ol>{linesOf(block.items.map(say))}</ol>
    case 'items':
      return <ul>{linesOf(block.items.map(say))}</ul>
    case 'checks':
      return <ul class="checks">{linesOf(block.items.map(say))}</ul>
    case 'table':
      return (
        <Table
          columns={block.columns.map(say)}
          rows={block.rows.map((cells) => cells.map((cell) => <Inline of={say(cell)} />))}
        />
      )
    case 'code':
      return <Code block={block} say={say} />
    case 'samples':
      return <Samples region={block.region} view={view} />
    case 'picture':
      return <Picture name={block.name} say={say} />
    case 'folded':
      return (
        <Folded id={block.id} title={say(block.words)}>
          <Blocks of={block.blocks} view={view} />
        </Folded>
      )
    case 'try-it':
      return <TryIt deployment={block.deployment} say={say} />
  }
}

// Lines of code scroll instead of breaking, so they take the keyboard's focus; values to compare break anywhere.
function Code({ block, say }: { block: CodeBlock; say: Say }) {
  const { caption, language, text, fits } = block
  const scrolls = language === 'bash' || language === 'json'
  return (
    <figure>
      <figcaption>{say(caption)}</figcaption>
      <pre class={scrolls ? 'program' : undefined} tabindex={scrolls ? 0 : undefined}>
        <code data-language={language} data-fits={fits}>
          {text}
        </code>
      </pre>
    </figure>
  )
}

function linesOf(items: readonly string[]) {
  return items.map((item) => (
    <li>
      <Inline of={item} />
    </li>
  ))
}
