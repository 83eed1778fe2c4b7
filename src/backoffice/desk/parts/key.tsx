/** The key that presses a button or follows a link, after its name. Whoever hears the page is told keys by the help. */
export function Key({ name }: { name: string }) {
  return (
    <span aria-hidden="true">
      {' '}
      <kbd class="key">{name}</kbd>
    </span>
  )
}
