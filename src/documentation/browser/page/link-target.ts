/** Opens the target of a link. Browsers open the elements around a target by themselves, not the target. */
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
