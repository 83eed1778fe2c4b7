import { useDesk } from '../desk.ts'
import { Icon } from './icon.tsx'

/** To the menu, where a narrow window has it on a page of its own. */
export function MenuLink() {
  const { say } = useDesk()
  return (
    <a class="to-menu" href="#menu">
      <Icon name="menu" />
      {say({ zh: '選單', en: 'Menu' })}
    </a>
  )
}
