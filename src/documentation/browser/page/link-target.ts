/** Opens the target of a link: browsers open the elements around it, but not the target itself. */
export function openTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  const target = id === '' ? null : document.getElementById(id)
  if (target !== null) show(target)
}

/** Opens every element around another one, and scrolls to it. */
export function show(target: Element): void {
  let one = target.closest('details')
  while (one !== null) {
    one.open = true
    one = one.parentElement?.closest('details') ?? null
  }
  target.scrollIntoView()
}
