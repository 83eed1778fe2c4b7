/** A small picture beside a word, hidden from readers who hear the page. */
export function Icon({ name }: { name: keyof typeof strokes }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={strokes[name]} />
    </svg>
  )
}

const strokes = {
  in: 'M12 3v12M7 10l5 5 5-5M4 21h16',
  ready: 'M4 13l5 5L20 6',
  out: 'M12 16V4M7 9l5-5 5 5M4 21h16',
  approve: 'M12 3l8 3v5c0 5-3 8-8 10-5-2-8-5-8-10V6zM8.5 12l2.5 2.5 4.5-5',
  menu: 'M4 6h16M4 12h16M4 18h16',
  back: 'M15 5l-7 7 7 7',
  story: 'M9 6h11M9 12h11M9 18h11M4 6h.1M4 12h.1M4 18h.1',
  next: 'M9 5l7 7-7 7',
  lock: 'M5 11h14v10H5zM8 11V8a4 4 0 0 1 8 0v3',
}

export type IconName = keyof typeof strokes
