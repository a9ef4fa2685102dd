import { NavLink } from 'react-router'
import type { Role } from '#contract/actor.ts'
import { useWords } from '../words.ts'
import type { Page, Site } from './page.ts'
import { Slot } from './Slot.tsx'
import { shellEn } from './shell.en.ts'
import { usePrefetch } from './usePrefetch.ts'

/** The pages of a role's menu, in the order of its list. */
export const entriesOf = (site: Site, role: Role): Page[] =>
  site.menus[role].flatMap((path) => site.pages.find((page) => page.path === path) ?? [])

type MenuEntriesProps = { site: Site; role: Role; onChosen?: () => void }

export const MenuEntries = ({ site, role, onChosen }: MenuEntriesProps) => {
  const words = useWords(shellEn)
  return (
    <nav aria-label={words.menuLabel}>
      <ul className="flex flex-col gap-0.5">
        {entriesOf(site, role).map((page) => (
          <li key={page.path}>
            <MenuEntry page={page} onChosen={onChosen} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const MenuEntry = ({ page, onChosen }: { page: Page; onChosen: (() => void) | undefined }) => {
  const words = useWords(shellEn).menu
  const ahead = usePrefetch(page.path)
  if (!page.entry) return null
  const { word, Icon, count } = page.entry
  return (
    <NavLink
      to={page.path}
      onClick={onChosen}
      {...ahead}
      className="flex min-h-10 items-center gap-3 rounded-lg px-3 py-2 font-medium text-muted transition-colors duration-150 hover:bg-hover hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:font-semibold aria-[current=page]:text-primary-text max-md:min-h-11"
    >
      <Icon className="size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{words[word]}</span>
      <Slot screen={count} />
    </NavLink>
  )
}
