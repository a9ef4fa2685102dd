import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { NavLink } from 'react-router'
import type { SessionUser } from '../api/session.ts'
import { PlainButton } from '../ui/PlainButton.tsx'
import { useWords } from '../words.ts'
import { Embed } from './Embed.tsx'
import { entriesOf } from './MenuEntries.tsx'
import type { Page, Site } from './page.ts'
import type { SlideInPanelProps } from './SlideInPanel.tsx'
import { lazyScreen } from './screen.ts'
import { shellEn } from './shell.en.ts'
import { usePrefetch } from './usePrefetch.ts'
import { useSwitcherKey } from './useSwitcherKey.ts'

export const slideInPanel = lazyScreen<SlideInPanelProps>(async () => (await import('./SlideInPanel.tsx')).SlideInPanel)

const cell =
  'relative flex h-full min-w-0 flex-1 cursor-pointer flex-col items-center justify-center gap-0.5 px-0.5 font-medium text-muted text-xs no-underline -outline-offset-2 aria-[current=page]:text-primary-text [&_svg]:size-6 [&_svg]:shrink-0'

/** Smaller where it would be cut, and only for screen readers if even that is too wide, as with the largest text. */
const label = 'max-w-full truncate @max-[21rem]:text-[0.65rem] @max-[19rem]:sr-only'

/** A phone's menu: the pages that a role opens most, and the others behind More. */
export const BottomBar = ({ site, user }: { site: Site; user: SessionUser }) => {
  const words = useWords(shellEn)
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never')
  const [isSearching, setSearching] = useState(false)
  useSwitcherKey(() => setSearching(true))
  const pages = site.bars[user.role].flatMap((path) => site.pages.find((page) => page.path === path) ?? [])
  return (
    <>
      <nav
        data-bar
        aria-label={words.barLabel}
        className="@container z-40 flex h-(--bar) shrink-0 items-stretch border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
      >
        {pages.map(({ path, entry }) => entry && <BarEntry key={path} path={path} entry={entry} />)}
        <PlainButton aria-haspopup="dialog" aria-expanded={menu === 'open'} onPress={() => setMenu('open')} className={cell}>
          <MenuIcon aria-hidden="true" />
          <span className={label}>{words.moreMenu}</span>
        </PlainButton>
      </nav>
      {menu !== 'never' && (
        <Embed
          screen={slideInPanel}
          {...{ site, user }}
          isOpen={menu === 'open'}
          onOpenChange={(isOpen: boolean) => setMenu(isOpen ? 'open' : 'closed')}
          onSearch={() => setSearching(true)}
        />
      )}
      {isSearching && (
        <Suspense>
          <site.switcher.Component pages={entriesOf(site, user.role)} user={user} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  )
}

const BarEntry = ({ path, entry: { words, Icon, count } }: Required<Pick<Page, 'path' | 'entry'>>) => {
  const { menu, short = menu } = useWords(words)
  return (
    <NavLink to={path} {...usePrefetch(path)} className={cell}>
      <Icon />
      <span className={label}>{short}</span>
      <span className="absolute top-1 left-1/2 ml-1.5 flex scale-90">
        <Embed screen={count} />
      </span>
    </NavLink>
  )
}
