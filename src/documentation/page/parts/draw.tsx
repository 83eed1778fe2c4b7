import type { Say } from '../../../units/language.ts'
import type { Block, Cell, Chapter, CodeBlock, TableBlock, View } from '../blocks.ts'
import { Mistakes } from '../doctor.tsx'
import { Picture } from '../pictures/picture.tsx'
import { Form } from './form.tsx'
import { Inline } from './inline.tsx'
import { Commands, Samples } from './samples.tsx'

/** A chapter as HTML: its heading, which can be linked to, and its blocks. */
export function ChapterSection({ chapter, view }: { chapter: Chapter; view: View }) {
  const { id, title, blocks } = chapter
  return (
    <section>
      <h2 id={id}>
        <a href={`#${id}`}>{view.say(title)}</a>
      </h2>
      <Blocks of={blocks} view={view} />
    </section>
  )
}

function Blocks({ of, view }: { of: readonly Block[]; view: View }) {
  return (
    <>
      {of.map((block) => (
        <Drawn block={block} view={view} />
      ))}
    </>
  )
}

function Drawn({ block, view }: { block: Block; view: View }) {
  const { say } = view
  switch (block.kind) {
    case 'text':
    case 'note':
      return (
        <p class={block.kind === 'note' ? 'note' : undefined}>
          <Inline text={say(block.labels)} />
        </p>
      )
    case 'heading':
      if (block.id === undefined) return <h4>{say(block.labels)}</h4>
      return (
        <h3 id={block.id}>
          <a href={`#${block.id}`}>{say(block.labels)}</a>
        </h3>
      )
    case 'route':
      return (
        <p class="route">
          <b>{block.method}</b> <code>{breakable(block.path)}</code>{' '}
          <a class="try" href="#console">
            {say({ zh: '試試看', en: 'Try it' })}
          </a>
        </p>
      )
    case 'steps':
      return <ol>{linesOf(block.items.map(say))}</ol>
    case 'items':
      return <ul>{linesOf(block.items.map(say))}</ul>
    case 'checks':
    case 'names':
      return <ul class={block.kind}>{linesOf(block.items.map(say))}</ul>
    case 'table':
      return <Table block={block} say={say} />
    case 'code':
      return <Code block={block} say={say} />
    case 'samples':
      return <Samples region={block.region} view={view} />
    case 'commands':
      return <Commands view={view} />
    case 'picture':
      return <Picture name={block.name} say={say} />
    case 'folded':
      return (
        <details class={block.stands && `wide ${block.stands}`}>
          <summary>
            <Inline text={say(block.labels)} />
          </summary>
          <div id={block.id}>
            <Blocks of={block.blocks} view={view} />
          </div>
        </details>
      )
    case 'endpoint':
      return (
        <article>
          <Blocks of={block.blocks} view={view} />
        </article>
      )
    case 'tool':
      return (
        <div class="tool">
          <Blocks of={block.blocks} view={view} />
        </div>
      )
    case 'form':
      return <Form block={block} say={say} />
    case 'mistakes':
      return <Mistakes say={say} />
  }
}

// A path too long for a phone breaks after a slash.
function breakable(path: string) {
  return path.split(/(?<=\/)/).map((part) => (
    <>
      {part}
      <wbr />
    </>
  ))
}

function linesOf(items: readonly string[]) {
  return items.map((item) => (
    <li>
      <Inline text={item} />
    </li>
  ))
}

// Each cell carries its column's name, since a phone shows rows as cards without a head.
function Table({ block, say }: { block: TableBlock; say: Say }) {
  const columns = block.columns.map(say)
  return (
    <table class={block.of}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col">
              <Inline text={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((cells) => (
          <tr>
            {cells.map((cell, n) => (
              <td data-label={n === 0 || block.of ? undefined : columns[n]?.replaceAll('`', '')}>
                <Content of={cell} say={say} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Content({ of, say }: { of: Cell; say: Say }) {
  if ('code' in of) {
    return (
      <code id={of.id} data-type={of.type}>
        {of.code}
      </code>
    )
  }
  const inline = <Inline text={say(of)} />
  return of.id === undefined ? inline : <span id={of.id}>{inline}</span>
}

// Lines of code scroll instead of breaking, so they take the keyboard's focus; values to compare break anywhere.
function Code({ block, say }: { block: CodeBlock; say: Say }) {
  const { caption, language, text, fits } = block
  const scrolls = language === 'bash' || language === 'json'
  return (
    <figure>
      <figcaption>
        <Inline text={say(caption)} />
      </figcaption>
      <pre class={scrolls ? 'program' : undefined} tabindex={scrolls ? 0 : undefined}>
        <code data-language={language} data-fits={fits}>
          {typeof text === 'string' ? text : say(text)}
        </code>
      </pre>
    </figure>
  )
}
