import { mistakes } from '../doctor/mistakes.ts'
import type { Block, Cell, Chapter, Deployment, TableBlock, View } from '../page/blocks.ts'
import { changeLog } from '../page/changes.ts'
import { guideOf, referenceOf } from '../page/chapters.ts'
import { title } from '../page/page.tsx'
import { piecesOf } from '../page/parts/inline.tsx'
import { commandsOf, fileLinks, sampleLinks } from '../page/parts/samples.tsx'
import { pictureTitle } from '../page/pictures/picture.tsx'
import { regionOf, regions, sampleFor } from '../samples/samples.ts'

/** Prints the blocks of both pages as Markdown. `page` is the address of `/docs`, where its links lead. */
export function documentationMarkdown(view: View, deployment: Deployment, page: string): string {
  const print = printer(view, page)
  const chapters = [...guideOf(deployment), ...referenceOf(), changeLog]
  return `${[`# ${view.say(title)}`, ...chapters.flatMap(print)].join('\n\n')}\n`
}

/** Returns the function that prints a chapter as paragraphs of Markdown. */
export function printer(view: View, page: string): (chapter: Chapter) => string[] {
  const { say } = view
  return ({ id, title, blocks }) => [`## ${link(say(title), `#${id}`)}`, ...blocks.flatMap(printed)]

  function printed(block: Block): string[] {
    switch (block.kind) {
      case 'text':
      case 'note':
        return [inline(say(block.labels))]
      case 'heading':
        if (block.id === undefined) return [`#### ${inline(say(block.labels))}`]
        return [`### ${link(say(block.labels), `#${block.id}`)}`]
      case 'route':
        return [`**${block.method}** \`${block.path}\``]
      case 'steps':
        return [block.items.map((item, n) => `${n + 1}. ${inline(say(item))}`).join('\n')]
      case 'items':
      case 'checks':
      case 'names':
        return [block.items.map((item) => `- ${inline(say(item))}`).join('\n')]
      case 'table':
        return [tableOf(block)]
      case 'code':
        return [
          bold(say(block.caption)),
          fenced(block.language, typeof block.text === 'string' ? block.text : say(block.text)),
        ]
      case 'samples': {
        const sample = sampleFor(view.code)
        const links = sampleLinks(view.language).map(({ name, href }) => link(name, href))
        const code = fenced(sample.id, regionOf(sample, block.region))
        return block.region === regions[0] ? [links.join(' '), code] : [code]
      }
      case 'commands': {
        const sample = sampleFor(view.code)
        return [inline(`${sample.needs}: ${fileLinks(sample)}`), fenced('text', commandsOf(sample))]
      }
      case 'picture':
        return [bold(say(pictureTitle(block.name)))]
      case 'folded':
        return [bold(say(block.labels)), ...block.blocks.flatMap(printed)]
      case 'endpoint':
      case 'tool':
        return block.blocks.flatMap(printed)
      case 'form':
        return [inline(say(block.withoutScript))]
      case 'mistakes':
        return [knownMistakes()]
    }
  }

  function inline(labels: string): string {
    const texts = piecesOf(labels).map((piece) => {
      if (piece.kind === 'link') return link(piece.text, piece.href)
      if (piece.kind === 'code') return `\`${piece.text}\``
      const text = piece.text.replaceAll(/[*<[\]]/g, '\\$&')
      return piece.kind === 'strong' ? `**${text}**` : text
    })
    return texts.join('')
  }

  function link(name: string, href: string): string {
    return `[${inline(name)}](${href.startsWith('#') ? page + href : new URL(href, page).href})`
  }

  function bold(labels: string): string {
    return `**${inline(labels)}**`
  }

  function tableOf({ columns, rows }: TableBlock): string {
    const head = columns.map((column) => inline(say(column)))
    const lines = [head, head.map(() => '---'), ...rows.map((cells) => cells.map(cellOf))]
    return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  }

  function cellOf(cell: Cell): string {
    return contentOf(cell).replaceAll('|', '\\|').replaceAll('\n', '<br>')
  }

  function contentOf(cell: Cell): string {
    if ('code' in cell) return `\`${cell.code}\``
    const { original = say(cell) } = cell
    const labels = original === say(cell) ? [say(cell)] : [say(cell), original]
    return labels.map(inline).join(' ')
  }

  function knownMistakes(): string {
    const lines = Object.values(mistakes).map(({ title, remedy, mistakes: byName }) => {
      const all = Object.values(byName)
        .map(say)
        .join(say({ zh: '；', en: '; ' }))
      const labels = inline(`${say({ zh: '：', en: ': ' })}${all}`)
      return `- ${bold(say(title))}${labels}\n  ${inline(say(remedy))}`
    })
    return lines.join('\n')
  }
}

function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
