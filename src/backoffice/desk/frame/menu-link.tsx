import { useDesk } from '../desk.ts'
import { Icon } from './icon.tsx'

/** The link to the menu, which is a page of its own in a narrow window. */
export function MenuLink() {
  const { say } = useDesk()
  return (
    <a class="to-menu" href="#menu">
      <Icon name="menu" />
      {say({ zh: '選單', en: 'Menu' })}
    </a>
  )
}
