/** The key of a button or link, shown after its name. The help lists the keys for readers who hear the page. */
export function Key({ name }: { name: string }) {
  return (
    <span aria-hidden="true">
      {' '}
      <kbd class="key">{name}</kbd>
    </span>
  )
}
