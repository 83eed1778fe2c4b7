/** Opens what a link leads into. Browsers do so by themselves for what is inside, not for the element itself. */
export function openTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  const target = id === '' ? null : document.getElementById(id)
  if (target !== null) show(target)
}

/** Scrolls to an element, with everything opened that it stands in. */
export function show(target: Element): void {
  let one = target.closest('details')
  while (one !== null) {
    one.open = true
    one = one.parentElement?.closest('details') ?? null
  }
  target.scrollIntoView()
}
