import { NavLink } from 'react-router'
import type { Role } from '#contract/actor.ts'
import { useWords } from '../words.ts'
import { Embed } from './Embed.tsx'
import type { Page, Site } from './page.ts'
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
      <ul className="flex flex-col ">
        {entriesOf(site, role).map(
          ({ path, entry }) =>
            entry && (
              <li key={path} className={entry.endsGroup && 'mb-3'}>
                <MenuEntry path={path} entry={entry} onChosen={onChosen} />
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

type MenuEntryProps = Required<Pick<Page, 'path' | 'entry'>> & { onChosen: (() => void) | undefined }

const MenuEntry = ({ path, entry: { words, Icon, count }, onChosen }: MenuEntryProps) => {
  const { menu } = useWords(words)
  const ahead = usePrefetch(path)
  return (
    <NavLink
      to={path}
      onClick={onChosen}
      {...ahead}
      className="flex min-h-9 items-center gap-3 rounded-lg px-3 py-1.5 font-medium text-muted transition-colors duration-150 hover:bg-hover hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:font-semibold aria-[current=page]:text-primary-text max-md:min-h-11"
    >
      <Icon className="size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{menu}</span>
      <Embed screen={count} />
    </NavLink>
  )
}
