import type { Measurement } from './run.ts'

const width = 960
const panel = { left: 70, top: 50, width: 380, height: 360 }
const gap = 90

/** Rows read and milliseconds over the number of orders, one line for each probe and number of merchants. */
export function plotOf(found: readonly Measurement[]): string {
  const panels = [
    drawn(found, 'rowsRead', 'rows read by a request', panel.left),
    drawn(found, 'milliseconds', 'milliseconds of a request', panel.left + panel.width + gap),
  ]
  const height = panel.top + panel.height + 60
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...panels,
    '</svg>\n',
  ].join('\n')
}

function drawn(
  found: readonly Measurement[],
  figure: 'rowsRead' | 'milliseconds',
  title: string,
  left: number,
): string {
  const orders = found.map(({ size }) => Math.log10(size.orders))
  const [low, high] = [Math.min(...orders), Math.max(...orders)]
  const top = Math.max(1, ...found.map((one) => one[figure])) * 1.1
  const x = (count: number) =>
    left + ((Math.log10(count) - low) / Math.max(1e-9, high - low)) * panel.width
  const y = (value: number) => panel.top + panel.height * (1 - value / top)
  const { top: above, height } = panel
  const base = above + height
  const ticks = [...new Set(found.map(({ size }) => size.orders))].map(
    (count) =>
      `<text x="${x(count)}" y="${base + 18}" text-anchor="middle">${count.toLocaleString('en')}</text>`,
  )
  const heights = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = y(top * share)
    const label = (top * share).toFixed(top < 20 ? 1 : 0)
    return `<path d="M${left} ${at}h${panel.width}" stroke="#ddd"/><text x="${left - 8}" y="${at + 4}" text-anchor="end">${label}</text>`
  })
  return [
    `<text x="${left}" y="${above - 20}" font-size="15">${title}</text>`,
    ...heights,
    ...ticks,
    `<text x="${left + panel.width / 2}" y="${base + 40}" text-anchor="middle">orders in the database</text>`,
    ...linesOf(found, figure).map(({ label, points }, index) => {
      const path = points.map(([count, value]) => `${x(count).toFixed(1)},${y(value).toFixed(1)}`)
      return `<polyline points="${path.join(' ')}" fill="none" stroke="hsl(${(index * 47) % 360} 60% 45%)" stroke-width="1.5"><title>${label}</title></polyline>`
    }),
  ].join('\n')
}

type Line = { readonly label: string; readonly points: readonly (readonly [number, number])[] }

function linesOf(
  found: readonly Measurement[],
  figure: 'rowsRead' | 'milliseconds',
): readonly Line[] {
  const lines = new Map<string, [number, number][]>()
  for (const one of found) {
    const label = `${one.probe}, ${one.size.merchants} merchants`
    const points = lines.get(label) ?? []
    points.push([one.size.orders, one[figure]])
    lines.set(label, points)
  }
  return [...lines].map(([label, points]) => ({ label, points }))
}
